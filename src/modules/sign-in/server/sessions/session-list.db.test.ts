import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { endedSessions } from "../tables.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0";

describe("the list of sessions", () => {
  let app: TestApp;
  let meera: Person;
  let anika: Person;
  beforeAll(async () => {
    app = await startApp();
    [meera, anika] = await Promise.all([app.join("meera", "YOUTUBER"), app.join("anika", "EDITOR")]);
  });
  afterAll(async () => app?.stop());

  /** Signs the person in once more, from a browser that calls itself Firefox. */
  async function signInElsewhere(name: string) {
    const answer = await app.app.inject({
      method: "POST",
      url: "/api/v1/user/login",
      headers: { "user-agent": firefox },
      payload: { email: `${name}@example.com`, password: `${name} likes long reels` },
    });
    const [cookie] = answer.cookies;
    return createClient(inProcess(app.app), `${cookie?.name}=${cookie?.value}`);
  }

  const sessionsOf = async ({ call }: Pick<Person, "call">) =>
    (await call(sessionEndpoints.sessions, {})).data;
  const isSignedIn = async ({ call }: Pick<Person, "call">) =>
    (await call(sessionEndpoints.checkAuth, {})).status === 200;

  const refusal = async ({ call }: Pick<Person, "call">) => (await call(sessionEndpoints.checkAuth, {})).code;

  it("names no reason once the session would have expired, or after a logout", async () => {
    const [left, ended] = [await signInElsewhere("anika"), await signInElsewhere("anika")];
    await left.call(sessionEndpoints.logout, {});
    expect(await refusal(left)).toBe("unauthenticated");
    await anika.call(sessionEndpoints.endOtherSessions, {});
    expect(await refusal(ended)).toBe("ended_by_other_device");
    await app.db.update(endedSessions).set({ expiresAt: new Date() });
    expect(await refusal(ended)).toBe("unauthenticated");
  });

  it("shows the user's own sessions with their browsers, the current one first", async () => {
    await signInElsewhere("meera");
    const found = await sessionsOf(meera);
    expect(found.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: "An unknown device", current: true },
      { device: "Firefox on Linux", current: false },
    ]);
    expect(await sessionsOf(anika)).toHaveLength(1);
  });

  it("ends one session", async () => {
    const elsewhere = await signInElsewhere("meera");
    const id = (await sessionsOf(elsewhere)).find(({ current }) => current)?.id ?? "";
    expect((await meera.call(sessionEndpoints.endSession, { params: { id } })).status).toBe(200);
    expect(await refusal(elsewhere)).toBe("ended_by_other_device");
    expect(await isSignedIn(meera)).toBe(true);
    expect((await meera.call(sessionEndpoints.endSession, { params: { id } })).status).toBe(404);
  });

  it("refuses to end the session of another user", async () => {
    const id = (await sessionsOf(anika))[0]?.id ?? "";
    expect((await meera.call(sessionEndpoints.endSession, { params: { id } })).status).toBe(404);
    expect(await isSignedIn(anika)).toBe(true);
  });

  it("ends all sessions except the current one", async () => {
    const elsewhere = await Promise.all([signInElsewhere("meera"), signInElsewhere("meera")]);
    await meera.call(sessionEndpoints.endOtherSessions, {});
    expect(await Promise.all(elsewhere.map(refusal))).toEqual([
      "ended_by_other_device",
      "ended_by_other_device",
    ]);
    expect(await sessionsOf(meera)).toHaveLength(1);
    expect(await isSignedIn(anika)).toBe(true);
  });
});

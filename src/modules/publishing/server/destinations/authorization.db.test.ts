import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { after, minute } from "#core/time.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { authorizeInSandbox, type ConsentChoice } from "#testing/sandbox.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { accessFor, withAccess } from "./access.ts";
import { authorize, connectChannel, disconnect, finishAuthorization } from "./authorization.ts";
import { authorizeFromSettings } from "./connections.ts";
import { revokeDeletedAccount } from "./jobs.ts";
import { changeDestination, listDestinations } from "./queries.ts";

type Rule = Parameters<PublishingScenario["fail"]>[number];

let app: TestApp;
let setup: PublishingScenario;
let creator: Actor;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  ({ creator } = setup);
  ({ taskId } = await setup.approvedTask({ bytes: 1000 }));
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
beforeEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
  await app.run(null, async (ctx) => {
    for (const row of await listDestinations(ctx.tx, creator.id)) {
      await changeDestination(ctx.tx, row, { brokenAt: ctx.now });
    }
  });
});

const startAuthorization = (reconnect = false, actor = creator) =>
  authorize(setup.dependencies, actor, { reconnect });
const connect = (returned: { code: string; state?: string }, actor = creator) =>
  connectChannel(setup.dependencies, actor, { ...returned, taskId });
const row = async () => (await app.run(null, (ctx) => listDestinations(ctx.tx, creator.id)))[0];
const accessToken = async (dependencies = setup.dependencies) =>
  accessFor(dependencies, (await row())?.id ?? null);

async function consent(choice: ConsentChoice = {}): Promise<{ code: string; state: string }> {
  const { code, state } = await authorizeInSandbox(await startAuthorization(true), choice);
  return { code: code ?? "", state: state ?? "" };
}

describe("connecting a channel", () => {
  it("redirects to the consent screen and stores the chosen channel with encrypted tokens", async () => {
    const address = new URL(await startAuthorization());
    expect(address.pathname).toBe("/o/oauth2/v2/auth");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/authorize-youtube-upload",
    });
    const returned = await authorizeInSandbox(address.href, { channel: 1 });
    const { channel } = await connect({ code: returned.code ?? "", state: returned.state ?? "" });
    expect(channel).toMatchObject({ id: "UCmira0Solvane0Garden002", title: "Balcony Harvest" });
    const access = await accessToken();
    const stored = JSON.stringify(await row());
    expect(stored).not.toContain(access);
    expect(stored).toContain(channel.title);
  });

  it("is skipped while the connection works, unless requested", async () => {
    await setup.connect(creator, taskId);
    expect(await startAuthorization()).toBe("http://localhost:3000/yt-startUpload");
    expect(await startAuthorization(true)).toContain("/o/oauth2/v2/auth");
  });

  it("works without the state, which the specified body lacks", async () => {
    const { code } = await consent();
    expect(await connect({ code })).toHaveProperty("channel.title");
  });

  it("refuses another state and invalidates the authorization", async () => {
    const { code, state } = await consent();
    await expect(connect({ code, state: "another" })).rejects.toMatchObject({
      code: "authorization_refused",
    });
    await expect(connect({ code, state })).rejects.toMatchObject({ code: "authorization_refused" });
  });

  it("accepts an authorization once", async () => {
    const returned = await consent();
    await connect(returned);
    await expect(connect(returned)).rejects.toMatchObject({ status: 422, code: "authorization_refused" });
  });

  it("refuses a code of another user's authorization", async () => {
    const otherCreator = await app.person(`other-creator-${randomUUID()}`, "YOUTUBER");
    const { code } = await authorizeInSandbox(await startAuthorization(true, otherCreator));
    await startAuthorization(true);
    await expect(connect({ code: code ?? "" })).rejects.toMatchObject({ code: "authorization_refused" });
  });

  it("refuses an authorization of another session", async () => {
    const returned = await consent();
    await expect(connect(returned, { ...creator, sessionId: randomUUID() })).rejects.toMatchObject({
      code: "authorization_refused",
    });
  });

  it("refuses an authorization that took longer than ten minutes", async () => {
    const returned = await consent();
    app.setNow(after(new Date(), 11 * minute));
    await expect(connect(returned)).rejects.toMatchObject({ code: "authorization_refused" });
  });

  it("reports a missing permission", async () => {
    const address = new URL(await startAuthorization(true));
    address.searchParams.set("scope", "https://www.googleapis.com/auth/youtube.readonly");
    const { code } = await authorizeInSandbox(address.href, { email: "teo@sandbox.test" });
    await expect(connect({ code: code ?? "" })).rejects.toMatchObject({
      code: "authorization_refused",
      message: expect.stringContaining("permission"),
    });
  });

  it.each<[code: string, status: number, ...rules: Rule[]]>([
    ["authorization_expired", 422],
    ["unreachable", 502, { kind: "dropped_token_request" }],
    ["unavailable", 502, { kind: "token_error", error: "internal_failure", status: 503 }],
    ["rate_limited", 502, { kind: "token_error", error: "slow_down", status: 429 }],
    ["authorization_declined", 422, { kind: "token_error", error: "access_denied", status: 403 }],
    ["client_settings", 422, { kind: "token_error", error: "invalid_client", status: 401 }],
  ])("describes the refusal of the code: %s", async (code, status, ...rules) => {
    const { state } = await consent();
    await setup.fail(...rules);
    const message = problemMessage(code, setup.youtube.name);
    await expect(connect({ code: "invalid", state })).rejects.toMatchObject({ status, message });
  });

  it.each<[code: string, choice: ConsentChoice, ...rules: Rule[]]>([
    ["no_channel", { email: "pim@sandbox.test" }],
    ["no_refresh_token", {}, { kind: "no_refresh_token" }],
  ])("describes what is missing after the consent: %s", async (code, choice, ...rules) => {
    await setup.fail(...rules);
    const message = problemMessage(code, setup.youtube.name);
    await expect(connect(await consent(choice))).rejects.toMatchObject({ status: 422, message });
  });

  it("requires a task of the user", async () => {
    const otherCreator = await app.person(`other-creator-${randomUUID()}`, "YOUTUBER");
    await expect(connect(await consent(), otherCreator)).rejects.toMatchObject({ status: 404 });
  });
});

describe("reconnecting a channel from the settings", () => {
  const reconnect = async (destinationId: string, choice = {}) => {
    const url = await authorizeFromSettings(setup.dependencies, creator, { kind: "youtube", destinationId });
    const { code, state } = await authorizeInSandbox(url, choice);
    return finishAuthorization(setup.dependencies, creator, { code: code ?? "", ...(state && { state }) });
  };
  const brokenChannel = async () => {
    await setup.connect(creator, taskId);
    const [channel] = await app.run(null, (ctx) => listDestinations(ctx.tx, creator.id));
    if (!channel) throw new Error("Nothing is connected.");
    await app.run(null, (ctx) => changeDestination(ctx.tx, channel, { brokenAt: ctx.now }));
    return channel;
  };

  it("needs no task and keeps the id of the destination", async () => {
    const { id, title } = await brokenChannel();
    expect(await reconnect(id)).toMatchObject({ id, title, brokenAt: null });
    expect(await accessToken()).not.toBe("");
  });

  it("refuses another channel and changes nothing", async () => {
    const { id, title } = await brokenChannel();
    const before = await app.run(null, (ctx) => listDestinations(ctx.tx, creator.id));
    await expect(reconnect(id, { channel: 1 })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(`choose “${title}”`),
    });
    expect(await app.run(null, (ctx) => listDestinations(ctx.tx, creator.id))).toEqual(before);
  });

  it("names the permission that was left unticked", async () => {
    const { id } = await brokenChannel();
    const url = new URL(
      await authorizeFromSettings(setup.dependencies, creator, { kind: "youtube", destinationId: id }),
    );
    url.searchParams.set("scope", "https://www.googleapis.com/auth/youtube.readonly");
    const { code } = await authorizeInSandbox(url.href, { email: "teo@sandbox.test" });
    await expect(
      finishAuthorization(setup.dependencies, creator, { code: code ?? "" }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("leave every box checked"),
    });
  });

  it("refuses a destination of another user", async () => {
    const { id } = await brokenChannel();
    const other = await app.person(`other-creator-${randomUUID()}`, "YOUTUBER");
    await expect(
      authorizeFromSettings(setup.dependencies, other, { kind: "youtube", destinationId: id }),
    ).rejects.toMatchObject({
      code: "destination_not_found",
    });
  });
});

describe("access to a channel", () => {
  const expireToken = () =>
    app.run(null, async (ctx) => {
      const [channel] = await listDestinations(ctx.tx, creator.id);
      if (channel) await changeDestination(ctx.tx, channel, { accessExpiresAt: after(ctx.now, 4 * minute) });
    });

  it("is refreshed five minutes before it expires, once for concurrent calls", async () => {
    await setup.connect(creator, taskId);
    const first = await accessToken();
    await expireToken();
    await setup.fail({ kind: "slow_token", milliseconds: 200, times: 10 });
    let renewals = 0;
    const counting = setup.withPlatform("youtube", {
      refresh: (token: string) => {
        renewals += 1;
        return setup.youtube.refresh(token);
      },
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => accessToken(counting)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(first);
    expect(renewals).toBe(1);
  });

  it("reads the destination once per call of the platform", async () => {
    await setup.connect(creator, taskId);
    const { dependencies } = setup;
    let reads = 0;
    const read: typeof dependencies.read = (actor, action) => {
      reads += 1;
      return dependencies.read(actor, action);
    };
    const { id } = (await row()) ?? { id: null };
    await withAccess({ ...dependencies, read }, id, "other", (access, platform) => platform.channel(access));
    expect(reads).toBe(1);
  });

  it("requires a reconnection after a revocation at the platform", async () => {
    await setup.connect(creator, taskId);
    await expireToken();
    await setup.fail({ kind: "revoked_consent" });
    await expect(accessToken()).rejects.toMatchObject({
      kind: "needs-user",
      code: "reconnect_needed",
    });
    expect((await row())?.brokenAt).not.toBeNull();
    expect(await startAuthorization()).toContain("/o/oauth2/v2/auth");
  });

  it("requires a reconnection when the platform refuses a fresh token too", async () => {
    await setup.connect(creator, taskId);
    await setup.fail({ kind: "expired_token", times: 2 });
    const { id } = (await row()) ?? { id: null };
    const called = withAccess(setup.dependencies, id, "other", (access, platform) =>
      platform.channel(access),
    );
    await expect(called).rejects.toMatchObject({ code: "reconnect_needed" });
    expect((await row())?.brokenAt).not.toBeNull();
  });

  it("ends immediately when disconnected, and its data is deleted", async () => {
    await setup.connect(creator, taskId);
    const access = await accessToken();
    app.realtimeMessages.length = 0;
    await disconnect(setup.dependencies, creator);
    expect(await row()).toBeUndefined();
    expect(app.realtimeMessages).toContainEqual({
      name: "destinations_changed",
      people: [creator.id],
      payload: {},
    });
    await expect(setup.youtube.channel(access)).rejects.toMatchObject({
      code: "access_expired",
    });
    await disconnect(setup.dependencies, creator);
  });

  it("is deleted with the account, also if its token can't be decrypted", async () => {
    await setup.connect(creator, taskId);
    await app.run(null, async (ctx) => {
      const [channel] = await listDestinations(ctx.tx, creator.id);
      const encryptedRefreshToken = createKeyring("another secret").encrypt("publishing.refresh", "token");
      if (channel) await changeDestination(ctx.tx, channel, { encryptedRefreshToken });
    });
    await revokeDeletedAccount(setup.dependencies, creator.id);
    expect(await row()).toBeUndefined();
  });
});

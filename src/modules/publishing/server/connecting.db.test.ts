import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import { type PublishingStage, startPublishingStage } from "#testing/publishing.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";

import { authorize, connectChannel, disconnectChannel } from "./connecting.ts";
import { accessFor } from "./connection.ts";
import { changeChannel, findChannel } from "./store/channels.ts";

let stage: PublishingStage;
let creator: Actor;
let taskId: number;
let now: Date | null = null;

beforeAll(async () => {
  stage = await startPublishingStage({ clock: () => now ?? new Date() });
  ({ creator } = stage);
  ({ taskId } = await stage.approvedTask({ bytes: 1000 }));
});
afterAll(() => stage.stop());
beforeEach(async () => {
  now = null;
  await stage.forgive();
  await stage.run(null, async (ctx) => {
    const row = await findChannel(ctx.tx, creator.id);
    if (row) await changeChannel(ctx.tx, row, { brokenAt: ctx.now });
  });
});

const goTo = (anew = false, actor = creator) => authorize(stage.parts, stage.run, actor, anew);
const bring = (brought: { code: string; state?: string }, actor = creator) =>
  connectChannel(stage.parts, stage.run, actor, { ...brought, taskId });
const row = () => stage.run(null, (ctx) => findChannel(ctx.tx, creator.id));

async function consent(choice = {}): Promise<{ code: string; state: string }> {
  const { code, state } = await authorizeInSandbox(await goTo(true), choice);
  return { code: code ?? "", state: state ?? "" };
}

describe("connecting a channel", () => {
  it("leads to the platform's consent and keeps the chosen channel, its tokens sealed", async () => {
    const address = new URL(await goTo());
    expect(address.pathname).toBe("/o/oauth2/v2/auth");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/authorize-youtube-upload",
    });
    const brought = await authorizeInSandbox(address.href, { channel: 1 });
    const { channel } = await bring({ code: brought.code ?? "", state: brought.state ?? "" });
    expect(channel).toMatchObject({ id: "UCmira0Solvane0Garden002", title: "Balcony Harvest" });
    const access = await accessFor(stage.parts, creator.id);
    const stored = JSON.stringify(await row());
    expect(stored).not.toContain(access);
    expect(stored).toContain(channel.title);
  });

  it("is not needed again while the connection holds, unless asked for", async () => {
    await stage.connect(creator, taskId);
    expect(await goTo()).toBe("http://localhost:3000/yt-startUpload");
    expect(await goTo(true)).toContain("/o/oauth2/v2/auth");
  });

  it("works without the state, as the specified body has none", async () => {
    const { code } = await consent();
    expect(await bring({ code })).toHaveProperty("channel.title");
  });

  it("refuses a state that is not the one sent out, and the consent is used up", async () => {
    const { code, state } = await consent();
    await expect(bring({ code, state: "another" })).rejects.toMatchObject({ code: "consent_refused" });
    await expect(bring({ code, state })).rejects.toMatchObject({ code: "consent_refused" });
  });

  it("takes a consent once", async () => {
    const brought = await consent();
    await bring(brought);
    await expect(bring(brought)).rejects.toMatchObject({ status: 422, code: "consent_refused" });
  });

  it("refuses a code that belongs to somebody else's consent", async () => {
    const stranger = await stage.person(`stranger-${randomUUID()}`, "YOUTUBER");
    const { code } = await authorizeInSandbox(await goTo(true, stranger));
    await goTo(true);
    await expect(bring({ code: code ?? "" })).rejects.toMatchObject({ code: "consent_refused" });
  });

  it("refuses a consent that began in another session", async () => {
    const brought = await consent();
    await expect(bring(brought, { ...creator, sessionId: randomUUID() })).rejects.toMatchObject({
      code: "consent_refused",
    });
  });

  it("refuses a consent that took longer than ten minutes", async () => {
    const brought = await consent();
    now = after(new Date(), 11 * minute);
    await expect(bring(brought)).rejects.toMatchObject({ code: "consent_refused" });
  });

  it("says which permission is missing when another one was given", async () => {
    const address = new URL(await goTo(true));
    address.searchParams.set("scope", "https://www.googleapis.com/auth/youtube.readonly");
    const { code } = await authorizeInSandbox(address.href, { email: "teo@sandbox.test" });
    await expect(bring({ code: code ?? "" })).rejects.toMatchObject({
      code: "consent_refused",
      message: expect.stringContaining("permission"),
    });
  });

  it("says so when the account has no channel", async () => {
    const brought = await consent({ email: "pim@sandbox.test" });
    await expect(bring(brought)).rejects.toMatchObject({ message: expect.stringContaining("no channel") });
  });

  it("is only for a task of one's own", async () => {
    const stranger = await stage.person(`stranger-${randomUUID()}`, "YOUTUBER");
    await expect(bring(await consent(), stranger)).rejects.toMatchObject({ status: 404 });
  });
});

describe("access to a channel", () => {
  const letExpire = () =>
    stage.run(null, async (ctx) => {
      const channel = await findChannel(ctx.tx, creator.id);
      if (channel) await changeChannel(ctx.tx, channel, { accessExpiresAt: after(ctx.now, 4 * minute) });
    });

  it("is renewed five minutes before its end, once for all who ask at the same time", async () => {
    await stage.connect(creator, taskId);
    const first = await accessFor(stage.parts, creator.id);
    await letExpire();
    await stage.order({ kind: "slow_token", milliseconds: 200, times: 10 });
    let renewals = 0;
    const { platform } = stage.parts;
    const counting = {
      ...stage.parts,
      platform: {
        ...platform,
        refresh: (token: string) => {
          renewals += 1;
          return platform.refresh(token);
        },
      },
    };
    const all = await Promise.all(Array.from({ length: 5 }, () => accessFor(counting, creator.id)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(first);
    expect(renewals).toBe(1);
  });

  it("that has ended at the platform asks for a new connection", async () => {
    await stage.connect(creator, taskId);
    await letExpire();
    await stage.order({ kind: "revoked_consent" });
    await expect(accessFor(stage.parts, creator.id)).rejects.toMatchObject({
      kind: "needs-user",
      code: "reconnect_needed",
    });
    expect((await row())?.brokenAt).not.toBeNull();
    expect(await goTo()).toContain("/o/oauth2/v2/auth");
  });

  it("ends at once by disconnecting, and nothing of it stays", async () => {
    await stage.connect(creator, taskId);
    const access = await accessFor(stage.parts, creator.id);
    await disconnectChannel(stage.parts, stage.run, creator);
    expect(await row()).toBeNull();
    await expect(stage.parts.platform.channel(access)).rejects.toMatchObject({ code: "access_expired" });
    await disconnectChannel(stage.parts, stage.run, creator);
  });
});

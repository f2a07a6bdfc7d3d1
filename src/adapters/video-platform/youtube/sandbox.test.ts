import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  authorizeInSandbox,
  type ConsentChoice,
  startTestSandbox,
  type TestSandbox,
} from "#testing/sandbox.ts";

import { sandboxAddresses } from "./addresses.ts";
import { chunkUnit } from "./upload-session.ts";
import { createYouTube, type YouTube } from "./youtube.ts";

const redirectUri = "http://localhost:3000/authorize-youtube-upload";
let sandbox: TestSandbox;
let youtube: YouTube;
let platform: ReturnType<YouTube["connect"]>;

beforeAll(async () => {
  sandbox = await startTestSandbox({ redirectUris: [redirectUri] });
  youtube = createYouTube({
    addresses: sandboxAddresses(sandbox.url),
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    log: { debug: () => undefined, warn: () => undefined },
  });
  platform = youtube.connect();
});
afterAll(async () => {
  await youtube.close();
  await sandbox.stop();
});

async function consent(choice: ConsentChoice = {}) {
  const { codeVerifier, codeChallenge } = await youtube.consent.createPkce();
  const url = youtube.consent.authorizationUrl({ redirectUri, state: "s1", codeChallenge });
  return { ...(await authorizeInSandbox(url, choice)), codeVerifier };
}

async function connect(choice: ConsentChoice = {}) {
  const { code, codeVerifier } = await consent(choice);
  return youtube.consent.exchangeCode({ code: code ?? "", redirectUri, codeVerifier });
}

describe("a connection to the sandbox", () => {
  it("is created by a consent, and refreshed", async () => {
    const back = await consent();
    expect(back).toMatchObject({ state: "s1", error: null });
    const tokens = await youtube.consent.exchangeCode({
      code: back.code ?? "",
      redirectUri,
      codeVerifier: back.codeVerifier,
    });
    expect(tokens.scopes).toContain("https://www.googleapis.com/auth/youtube.force-ssl");
    const fresh = await platform.refresh(tokens.refreshToken);
    expect(fresh.refreshToken).toBe(tokens.refreshToken);
    expect(fresh.accessToken).not.toBe(tokens.accessToken);
  });

  it("is refused if the user denies access", async () => {
    expect(await consent({ deny: true })).toMatchObject({ code: null, error: "access_denied" });
  });

  it("is refused if the box is unchecked", async () => {
    const { code, error, codeVerifier } = await consent({ email: "teo@sandbox.test", checkedScopes: [] });
    const exchanged = async () =>
      youtube.consent
        .exchangeCode({ code: code ?? "", redirectUri, codeVerifier })
        .catch((refused: { code: string }) => refused.code);
    expect(["access_denied", "scope_missing"]).toContain(error ?? (await exchanged()));
  });

  it("accepts each code once, and only with its verifier", async () => {
    const { code, codeVerifier } = await consent();
    const request = { code: code ?? "", redirectUri, codeVerifier };
    await youtube.consent.exchangeCode(request);
    await expect(youtube.consent.exchangeCode(request)).rejects.toMatchObject({
      code: "authorization_expired",
    });
    const other = await consent();
    const { codeVerifier: wrong } = await youtube.consent.createPkce();
    await expect(
      youtube.consent.exchangeCode({ code: other.code ?? "", redirectUri, codeVerifier: wrong }),
    ).rejects.toMatchObject({ code: "authorization_expired" });
  });

  it("ends permanently with its revocation", async () => {
    const tokens = await connect({ email: "junia@sandbox.test" });
    await platform.revoke(tokens.refreshToken);
    await platform.revoke(tokens.refreshToken);
    await expect(platform.refresh(tokens.refreshToken)).rejects.toMatchObject({
      kind: "needs-user",
      code: "reconnect_needed",
    });
    await expect(platform.channel(tokens.accessToken)).rejects.toMatchObject({ code: "access_expired" });
  });

  it("returns its channel, or that there is none", async () => {
    const tokens = await connect({ channel: 1 });
    expect(await platform.channel(tokens.accessToken)).toMatchObject({
      title: "Balcony Harvest",
      pictureUrl: expect.stringContaining(sandbox.url),
      uploadsPlaylistId: expect.stringMatching(/^UU/),
    });
    const without = await connect({ email: "pim@sandbox.test" });
    await expect(platform.channel(without.accessToken)).rejects.toMatchObject({ code: "no_channel" });
  });
});

describe("a video in the sandbox", () => {
  const file = randomBytes(5 * chunkUnit + 777);
  const metadata = {
    title: "A walk",
    description: "Through the park",
    tags: ["park", "long walk"],
    categoryId: "22",
    privacy: "private",
    madeForKids: false,
    syntheticMedia: false,
    paidPromotion: true,
    license: "youtube",
    embeddable: true,
  } as const;

  async function start(access: string, title: string = metadata.title): Promise<string> {
    const request = {
      metadata: { ...metadata, title },
      reference: randomUUID(),
      notifySubscribers: true,
      bytes: file.length,
    };
    return (await platform.openSession(access, { ...request, type: "video/mp4" })).sessionUri;
  }

  function send(access: string, sessionUri: string, start: number, end: number) {
    const body = Readable.from([file.subarray(start, end)], { objectMode: false });
    const signal = new AbortController().signal;
    return platform.sendChunk(access, {
      sessionUri,
      start,
      end,
      bytes: file.length,
      type: "video/mp4",
      body,
      signal,
    });
  }

  async function upload(access: string) {
    const sent = await send(access, await start(access), 0, file.length);
    if (!("video" in sent)) throw new Error("The file made no video");
    return sent.video;
  }

  it("is uploaded in chunks, read, changed and found", async () => {
    const { accessToken: access } = await connect();
    const before = new Date();
    const sessionUri = await start(access);
    const session = { sessionUri, bytes: file.length };
    expect(await platform.sessionStatus(access, session)).toEqual({ received: 0 });
    expect(await send(access, sessionUri, 0, 2 * chunkUnit)).toEqual({ received: 2 * chunkUnit });
    expect(await platform.sessionStatus(access, session)).toEqual({ received: 2 * chunkUnit });
    await expect(send(access, sessionUri, 3 * chunkUnit, 4 * chunkUnit)).rejects.toMatchObject({
      code: "range_refused",
    });
    const last = await send(access, sessionUri, 2 * chunkUnit, file.length);
    if (!("video" in last)) throw new Error("The last chunk made no video");
    expect(last.video).toMatchObject({ title: "A walk", privacy: "private", processed: false });
    const { id } = last.video;
    expect(await platform.sessionStatus(access, session)).toMatchObject({ video: { id } });

    const changed = await platform.updateVideo(access, id, { privacy: "public" });
    expect(changed).toMatchObject({ id, privacy: "public" });
    const renamed = await platform.updateVideo(access, id, { title: "A long walk" });
    expect(renamed).toMatchObject({ id, title: "A long walk" });
    await expect.poll(async () => (await platform.video(access, id))?.processed).toBe(true);
    expect(await platform.video(access, id)).toMatchObject({
      title: "A long walk",
      privacy: "public",
      problem: null,
    });
    expect(await platform.video(access, "missing")).toBeNull();

    const { uploadsPlaylistId } = await platform.channel(access);
    const lost = { uploadsPlaylistId: uploadsPlaylistId ?? "", title: "A long walk", startedAt: before };
    expect(await platform.findUpload(access, { ...lost, bytes: file.length })).toMatchObject([
      { videoId: id, fileBytes: file.length },
    ]);
    expect(await platform.findUpload(access, { ...lost, bytes: 1 })).toEqual([]);
    const page = await fetch(platform.watchUrl(id) ?? "");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("A long walk");
  });

  it("accepts images as thumbnails, and nothing else", async () => {
    const { accessToken: access } = await connect();
    const { id } = await upload(access);
    const body = await sharp({ create: { width: 1280, height: 720, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    await platform.setThumbnail(access, id, { body, type: "image/jpeg" });
    expect((await sandbox.state()).videos[0]).toMatchObject({ id, hasThumbnail: true });
    const text = { body: Buffer.from("not a picture"), type: "image/jpeg" } as const;
    await expect(platform.setThumbnail(access, id, text)).rejects.toMatchObject({
      code: "thumbnail_invalid",
    });
    await expect(
      platform.setThumbnail(access, "missing", { body, type: "image/jpeg" }),
    ).rejects.toMatchObject({
      code: "video_not_found",
    });
  });

  it("is refused with invalid details", async () => {
    const { accessToken: access } = await connect();
    await expect(start(access, "a".repeat(101))).rejects.toMatchObject({ code: "invalid_title" });
    await expect(start(access, "a < b")).rejects.toMatchObject({ code: "invalid_title" });
  });

  it("requires a valid token", async () => {
    await expect(start("nonsense")).rejects.toMatchObject({ kind: "retry", code: "access_expired" });
  });

  describe("with scripted failures", () => {
    let access: string;
    beforeAll(async () => {
      access = (await connect()).accessToken;
    });

    it("stores part of a chunk and confirms it", async () => {
      const sessionUri = await start(access);
      await sandbox.fail({ kind: "partial_308", keep: 1 });
      expect(await send(access, sessionUri, 0, 4 * chunkUnit)).toEqual({ received: chunkUnit });
      expect(await send(access, sessionUri, chunkUnit, file.length)).toHaveProperty("video");
    });

    it("drops the connection within a chunk, and reports the stored bytes", async () => {
      const sessionUri = await start(access);
      await sandbox.fail({ kind: "dropped_connection", bytes: 2 * chunkUnit });
      await expect(send(access, sessionUri, 0, file.length)).rejects.toMatchObject({ code: "unreachable" });
      const status = await platform.sessionStatus(access, { sessionUri, bytes: file.length });
      expect(status).toEqual({ received: 2 * chunkUnit });
      expect(await send(access, sessionUri, 2 * chunkUnit, file.length)).toHaveProperty("video");
    });

    it("loses the last response, but not the video", async () => {
      const sessionUri = await start(access);
      await sandbox.fail({ kind: "lost_last_reply" });
      await expect(send(access, sessionUri, 0, file.length)).rejects.toMatchObject({ code: "unreachable" });
      const status = await platform.sessionStatus(access, { sessionUri, bytes: file.length });
      expect(status).toMatchObject({ video: { title: "A walk" } });
    });

    it("ends the session, with 404 and with 410", async () => {
      for (const status of [404, 410] as const) {
        const sessionUri = await start(access);
        await sandbox.fail({ kind: "session_gone", status });
        await expect(send(access, sessionUri, 0, file.length)).rejects.toMatchObject({
          code: "session_gone",
        });
        expect(await platform.sessionStatus(access, { sessionUri, bytes: file.length })).toEqual({
          gone: true,
        });
      }
    });

    it("refuses early, with the requested delay", async () => {
      const sessionUri = await start(access);
      await sandbox.fail({ kind: "server_errors", on: "bytes", status: 503, retryAfter: 4 });
      await expect(send(access, sessionUri, 0, file.length)).rejects.toMatchObject({
        code: "unavailable",
        retryAfterSeconds: 4,
      });
      await sandbox.fail({ kind: "rate_limited", retryAfter: new Date(Date.now() + 60_000).toUTCString() });
      await expect(send(access, sessionUri, 0, file.length)).rejects.toMatchObject({
        kind: "retry",
        code: "rate_limited",
        retryAfterSeconds: expect.any(Number),
      });
    });

    it("reaches the quota and the channel's limit", async () => {
      await sandbox.fail({ kind: "quota_exceeded" });
      await expect(start(access)).rejects.toMatchObject({ kind: "retry", code: "quota_exceeded" });
      await sandbox.fail({ kind: "upload_limit" });
      await expect(start(access)).rejects.toMatchObject({ code: "upload_limit", retryAfterSeconds: 86_400 });
    });

    it("expires a token during an upload, which continues with a new one", async () => {
      const tokens = await connect();
      const sessionUri = await start(tokens.accessToken);
      await send(tokens.accessToken, sessionUri, 0, 2 * chunkUnit);
      await sandbox.fail({ kind: "expired_token" });
      const rest = (token: string) => send(token, sessionUri, 2 * chunkUnit, file.length);
      await expect(rest(tokens.accessToken)).rejects.toMatchObject({ code: "access_expired" });
      const fresh = await platform.refresh(tokens.refreshToken);
      expect(await rest(fresh.accessToken)).toHaveProperty("video");
    });

    it("locks the video as private and reports it", async () => {
      await sandbox.fail({ kind: "locked_private" });
      const { id } = await upload(access);
      expect(await platform.updateVideo(access, id, { privacy: "public" })).toMatchObject({
        privacy: "private",
      });
    });

    it("fails or rejects the video with a reason", async () => {
      await sandbox.fail({ kind: "processing_failed", reason: "codec" });
      const failed = await upload(access);
      await expect.poll(async () => (await platform.video(access, failed.id))?.problem).toBe("codec");
      await sandbox.fail({ kind: "rejected", reason: "length" });
      const rejected = await upload(access);
      await expect.poll(async () => (await platform.video(access, rejected.id))?.problem).toBe("length");
      await sandbox.fail({ kind: "disappeared" });
      const gone = await upload(access);
      await expect.poll(() => platform.video(access, gone.id)).toBeNull();
    });

    it("refuses the thumbnail without a verified phone number, or before the video is known", async () => {
      const { id } = await upload(access);
      const thumbnail = { body: Buffer.from("x"), type: "image/png" } as const;
      await sandbox.fail({ kind: "refused_thumbnail" });
      await expect(platform.setThumbnail(access, id, thumbnail)).rejects.toMatchObject({
        kind: "needs-user",
        code: "thumbnail_not_allowed",
      });
      await sandbox.fail({ kind: "thumbnail_not_found" });
      await expect(platform.setThumbnail(access, id, thumbnail)).rejects.toMatchObject({
        kind: "retry",
        code: "video_not_found",
      });
    });

    it("revokes the consent", async () => {
      const tokens = await connect({ email: "teo@sandbox.test" });
      await sandbox.fail({ kind: "revoked_consent" });
      await expect(platform.channel(tokens.accessToken)).rejects.toMatchObject({ code: "access_expired" });
      await expect(platform.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: "reconnect_needed" });
    });
  });
});

import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Tokens } from "./connection.ts";
import type { PublishingPlatform } from "./publishing-platform.ts";
import type { VideoMetadata } from "./video.ts";

/** Failures that both sandboxes can be told to produce, once each. */
export type InjectedFailure =
  | "lost_last_reply"
  | "dropped_connection"
  | "expired_token"
  | "unavailable"
  | "revoked";

/** A platform under test. */
export interface PlatformUnderTest {
  platform: PublishingPlatform;
  /** Tokens of a channel that is connected again. */
  connect: () => Promise<Tokens>;
  /** Bytes of an acceptable video file. */
  file: () => Promise<Buffer>;
  /** The sandbox's data of a video, and the data expected from `sampleMetadata` and the captions of the suite. */
  received?: { of: (videoId: string) => Promise<unknown>; expected: unknown };
  /** Whether the platform publishes videos at a time; true if omitted. */
  schedules?: boolean;
  /** Whether a connection can be ended at the platform; true if omitted. */
  revocable?: boolean;
  /** Failure control of the sandbox; real services have none. */
  disturb?: (disturbance: InjectedFailure) => Promise<void>;
  close: () => Promise<void>;
}

/** A PNG of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The file that the suite adds in two languages. */
export const captions = "WEBVTT\n\n00:01.000 --> 00:04.000\nRain on the line.\n";

/** The behaviour that deliveries rely on, for every platform. Videos are private and have unique titles. */
export function describePublishing(name: string, start: () => Promise<PlatformUnderTest>): void {
  describe(`publishing on ${name}`, () => {
    let test: PlatformUnderTest;
    let access: string;
    beforeAll(async () => {
      test = await start();
      access = (await test.connect()).accessToken;
    });
    afterAll(() => test.close());

    /** False if the platform can't be told to fail. */
    const disturb = async (disturbance: InjectedFailure) => {
      await test.disturb?.(disturbance);
      return test.disturb !== undefined;
    };

    const sampleMetadata = (title: string): VideoMetadata => ({
      title,
      description: "Rain on the line.",
      tags: ["rain", "a train"],
      categoryId: "19",
      privacy: "private",
      madeForKids: false,
      syntheticMedia: false,
      license: "creativeCommon",
      paidPromotion: false,
      language: "pt-BR",
      embeddable: true,
    });

    async function open(content: Buffer) {
      const title = `Monsoon ${randomUUID()}`;
      const startedAt = new Date();
      const { sessionUri } = await test.platform.openSession(access, {
        metadata: sampleMetadata(title),
        reference: randomUUID(),
        notifySubscribers: false,
        bytes: content.length,
        type: "video/mp4",
      });
      return { title, startedAt, sessionUri, bytes: content.length, content };
    }
    type Upload = Awaited<ReturnType<typeof open>>;

    const send = ({ sessionUri, bytes, content }: Upload, start: number, end = bytes) =>
      test.platform.sendChunk(access, {
        sessionUri,
        start,
        end,
        bytes,
        type: "video/mp4",
        signal: new AbortController().signal,
        body: Readable.from([content.subarray(start, end)]),
      });
    const uploadStatus = ({ sessionUri, bytes }: Upload) =>
      test.platform.sessionStatus(access, { sessionUri, bytes });

    async function uploaded(): Promise<string> {
      const result = await send(await open(await test.file()), 0);
      if (!("video" in result)) throw new Error("The upload is not complete.");
      return result.video.id;
    }

    it("reads the channel of the tokens, and refreshes them", async () => {
      const tokens = await test.connect();
      const channel = await test.platform.channel(tokens.accessToken);
      const fresh = await test.platform.refresh(tokens.refreshToken);
      expect(fresh.expiresAt.getTime()).toBeGreaterThan(Date.now());
      expect(await test.platform.channel(fresh.accessToken)).toEqual(channel);
    });

    it("confirms each chunk, and reports a finished upload as its video or as gone", async () => {
      const upload = await open(await test.file());
      const first = test.platform.chunkUnit;
      expect(await uploadStatus(upload)).toEqual({ received: 0 });
      expect(await send(upload, 0, first)).toEqual({ received: first });
      expect(await uploadStatus(upload)).toEqual({ received: first });
      const result = await send(upload, first);
      if (!("video" in result)) throw new Error("The upload is not complete.");
      const status = await uploadStatus(upload);
      const lost = { ...upload, uploadsPlaylistId: await uploadsPlaylist() };
      const matches = await test.platform.findUpload(access, lost);
      expect(matches.map(({ videoId }) => videoId)).toEqual([result.video.id]);
      expect("video" in status ? status.video.id : result.video.id).toBe(result.video.id);
      expect(await test.platform.video(access, result.video.id)).toMatchObject({ title: upload.title });
    });

    const uploadsPlaylist = async () => (await test.platform.channel(access)).uploadsPlaylistId;

    it("refuses a chunk that does not continue the upload", async () => {
      const upload = await open(await test.file());
      const unit = test.platform.chunkUnit;
      await expect(send(upload, unit, 2 * unit)).rejects.toMatchObject({
        code: "range_refused",
        kind: "retry",
      });
    });

    it("finds no upload with another title", async () => {
      const lost = { title: randomUUID(), bytes: 1, startedAt: new Date() };
      const search = test.platform.findUpload(access, {
        ...lost,
        uploadsPlaylistId: await uploadsPlaylist(),
      });
      expect(await search).toEqual([]);
    });

    it("changes details, visibility and schedule, and returns what the video then has", async () => {
      const id = await uploaded();
      const title = `Changed ${randomUUID()}`;
      expect(await test.platform.updateVideo(access, id, { title, privacy: "unlisted" })).toMatchObject({
        id,
        title,
        privacy: "unlisted",
      });
      expect(await test.platform.video(access, id)).toMatchObject({ title, privacy: "unlisted" });
    });

    it("changes a published video, with texts, visibility and another thumbnail, and again", async () => {
      const id = await uploaded();
      await test.platform.setThumbnail(access, id, { body: picture, type: "image/png" });
      for (const privacy of ["public", "private", "unlisted"] as const) {
        const title = `${privacy} ${randomUUID()}`;
        const texts = { title, description: "Changed.", tags: ["rain"] };
        await test.platform.updateVideo(access, id, { ...texts, privacy, publishAt: null });
        await test.platform.setThumbnail(access, id, { body: picture, type: "image/png" });
        expect(await test.platform.video(access, id)).toMatchObject({ title, privacy, publishAt: null });
      }
    });

    it("refuses to change a video that was deleted", async () => {
      const id = await uploaded();
      await test.platform.deleteVideo(access, id);
      const changed = test.platform.updateVideo(access, id, { title: "Deleted" });
      await expect(changed).rejects.toMatchObject({ code: "video_not_found" });
    });

    it("schedules a private video, and removes its time", async ({ skip }) => {
      skip(test.schedules === false);
      const id = await uploaded();
      const publishAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
      const state = await test.platform.updateVideo(access, id, { privacy: "private", publishAt });
      expect(state).toMatchObject({ privacy: "private", publishAt });
      await test.platform.updateVideo(access, id, { privacy: "private", publishAt: null });
      expect(await test.platform.video(access, id)).toMatchObject({ privacy: "private", publishAt: null });
    });

    it("reports the processing until its end", async () => {
      const id = await uploaded();
      await expect
        .poll(async () => (await test.platform.video(access, id))?.processed, { timeout: 60_000 })
        .toBe(true);
    });

    it("sets a thumbnail, and refuses a file that is none", async () => {
      const id = await uploaded();
      await test.platform.setThumbnail(access, id, { body: picture, type: "image/png" });
      const broken = { body: randomBytes(2000), type: "image/png" } as const;
      await expect(test.platform.setThumbnail(access, id, broken)).rejects.toMatchObject({
        code: "thumbnail_invalid",
      });
    });

    it("sends category, language, license and captions, and the same captions once", async ({ skip }) => {
      const id = await uploaded();
      for (const language of ["pt-BR", "zh-TW", "pt-BR"]) {
        await test.platform.addCaption(access, id, { language, name: "", content: captions });
      }
      skip(test.received === undefined);
      expect(await test.received?.of(id)).toMatchObject(test.received?.expected ?? {});
    });

    it("refuses captions for a video that was deleted", async () => {
      const id = await uploaded();
      await test.platform.deleteVideo(access, id);
      const added = test.platform.addCaption(access, id, { language: "en", name: "", content: captions });
      await expect(added).rejects.toMatchObject({ code: "video_not_found" });
    });

    it("deletes a video, once", async () => {
      const id = await uploaded();
      await test.platform.deleteVideo(access, id);
      expect(await test.platform.video(access, id)).toBeNull();
      await test.platform.deleteVideo(access, id);
    });

    it("returns nothing for an unknown video", async () => {
      expect(await test.platform.video(access, randomUUID())).toBeNull();
    });

    it("keeps the bytes of an interrupted chunk", async ({ skip }) => {
      const upload = await open(await test.file());
      skip(!(await disturb("dropped_connection")));
      await expect(send(upload, 0)).rejects.toMatchObject({ code: "unreachable", kind: "retry" });
      const status = await uploadStatus(upload);
      if (!("received" in status)) throw new Error("The upload is gone.");
      expect(status.received).toBeLessThan(upload.bytes);
      expect(await send(upload, status.received)).toHaveProperty("video.id");
    });

    it("knows the video of a lost last response", async ({ skip }) => {
      const upload = await open(await test.file());
      skip(!(await disturb("lost_last_reply")));
      await expect(send(upload, 0)).rejects.toMatchObject({ code: "unreachable" });
      const status = await uploadStatus(upload);
      const lost = { ...upload, uploadsPlaylistId: await uploadsPlaylist() };
      const matches = await test.platform.findUpload(access, lost);
      expect(matches).toHaveLength(1);
      expect("video" in status ? status.video.id : matches[0]?.videoId).toBe(matches[0]?.videoId);
    });

    it("forgets a discarded upload", async ({ skip }) => {
      const { discardSession } = test.platform;
      if (!discardSession) return skip();
      const upload = await open(await test.file());
      await send(upload, 0, test.platform.chunkUnit);
      await discardSession(access, upload.sessionUri);
      await discardSession(access, upload.sessionUri);
      expect(await uploadStatus(upload)).toEqual({ gone: true });
      await expect(send(upload, test.platform.chunkUnit)).rejects.toMatchObject({ code: "session_gone" });
    });

    it("reports an outage as temporary", async ({ skip }) => {
      skip(!(await disturb("unavailable")));
      await expect(test.platform.channel(access)).rejects.toMatchObject({
        code: "unavailable",
        kind: "retry",
      });
    });

    it("reports an expired token", async ({ skip }) => {
      skip(!(await disturb("expired_token")));
      await expect(test.platform.channel(access)).rejects.toMatchObject({ code: "access_expired" });
      access = (await test.connect()).accessToken;
    });

    it("reports a revoked connection when it is refreshed", async ({ skip }) => {
      const tokens = await test.connect();
      skip(!(await disturb("revoked")));
      const refused = test.platform.channel(tokens.accessToken);
      await expect(refused).rejects.toMatchObject({ code: "access_expired" });
      const refreshed = test.platform.refresh(tokens.refreshToken);
      await expect(refreshed).rejects.toMatchObject({ code: "reconnect_needed" });
    });

    it("ends a connection for good", async ({ skip }) => {
      skip(test.revocable === false);
      const { refreshToken } = await test.connect();
      await test.platform.revoke(refreshToken);
      const ended = { code: "reconnect_needed", kind: "needs-user" };
      await expect(test.platform.refresh(refreshToken)).rejects.toMatchObject(ended);
      await test.platform.revoke(refreshToken);
    });
  });
}

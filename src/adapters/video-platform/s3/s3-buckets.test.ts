import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { type Bucket, openBucket } from "#adapters/object-storage/s3-bucket.ts";
import { testsHaveObjectStore, startObjectStore, type TestObjectStore } from "#testing/object-store.ts";

import type { PublishingPlatform } from "../publishing-platform.ts";
import type { VideoMetadata } from "../video.ts";
import { createS3Buckets, type S3Buckets } from "./s3-buckets.ts";
import type { BucketLogin } from "./settings.ts";
import { parseKeys, keysToken } from "./settings.ts";

const log = { debug: () => undefined, warn: () => undefined };
const partBytes = 5 * 1024 * 1024;
const film = randomBytes(2 * partBytes + 1000);

const metadataOf = (title: string): VideoMetadata => ({
  title,
  description: "Rain on the line.",
  tags: ["rain"],
  categoryId: "19",
  privacy: "private",
  madeForKids: false,
  syntheticMedia: false,
  license: "youtube",
  embeddable: true,
  paidPromotion: false,
});

describe("a bucket at an address that is not trusted", () => {
  /** A call to the store, and the transfer of a part. */
  function callsTo(origin: string, { allowPrivate }: { allowPrivate: boolean }) {
    const buckets = createS3Buckets({ log, rules: { allowPrivate, trustedOrigins: [] }, partBytes });
    onTestFinished(() => buckets.close());
    const settings = { origin, region: "eu", bucket: "reelay", folder: "" };
    const platform = buckets.connect(JSON.stringify(settings));
    const access = keysToken({ accessKeyId: "id", secretAccessKey: "secret" });
    const part = {
      sessionUri: JSON.stringify({ key: "film.mp4", uploadId: "1" }),
      start: 0,
      end: partBytes,
      bytes: film.length,
      type: "video/mp4",
      body: Readable.from([film.subarray(0, partBytes)]),
      signal: new AbortController().signal,
    };
    return [() => platform.channel(access), () => platform.sendChunk(access, part)];
  }

  it("receives no request if its name resolves to the server's own network", async () => {
    for (const call of callsTo("https://localhost:1", { allowPrivate: false })) {
      await expect(call()).rejects.toMatchObject({ code: "address_refused" });
    }
  });

  it("states when it accepts the next request", async () => {
    const server = createServer((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(503, { "retry-after": "7" }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const call of callsTo(origin, { allowPrivate: true })) {
      await expect(call()).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 7 });
    }
  });
});

describe.runIf(testsHaveObjectStore())("S3 buckets", () => {
  let store: TestObjectStore;
  let stored: Bucket;
  let buckets: S3Buckets;
  let login: BucketLogin;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    store = await startObjectStore();
    stored = openBucket(store.settings);
    const rules = { allowPrivate: false, trustedOrigins: [store.settings.endpoint] };
    buckets = createS3Buckets({ log, rules, partBytes });
    login = { ...store.settings, folder: "/films/" };
    folder = await mkdtemp(join(tmpdir(), "reelay-film-"));
    file = join(folder, "film.mp4");
    await writeFile(file, film);
  });
  afterAll(async () => {
    await buckets.close();
    await store.stop();
    await rm(folder, { recursive: true });
  });

  async function connect(): Promise<{ platform: PublishingPlatform; access: string }> {
    const { tokens, channels } = await buckets.form.logIn({ ...login });
    return { platform: buckets.connect(channels[0].settings), access: tokens.accessToken };
  }

  const request = (title: string) => ({
    metadata: metadataOf(title),
    reference: randomUUID(),
    notifySubscribers: false,
    bytes: film.length,
    type: "video/quicktime",
  });

  async function open(title: string) {
    const { platform, access } = await connect();
    const { sessionUri } = await platform.openSession(access, request(title));
    const send = (part: number) => {
      const start = (part - 1) * partBytes;
      const end = Math.min(start + partBytes, film.length);
      const chunk = { sessionUri, start, end, bytes: film.length, type: "video/quicktime", body: { file } };
      return platform.sendChunk(access, { ...chunk, signal: new AbortController().signal });
    };
    const status = () => platform.sessionStatus(access, { sessionUri, bytes: film.length });
    return { platform, access, sessionUri, send, status };
  }

  async function upload(title: string) {
    const { send, ...session } = await open(title);
    for (const part of [1, 2]) await send(part);
    const result = await send(3);
    if (!("video" in result)) throw new Error("The upload is not complete.");
    return { ...session, videoId: result.video.id };
  }

  const keysBelow = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of stored.list(prefix)) found.push(key);
    return found;
  };

  describe("a connection", () => {
    it("is named by store, bucket and folder, and leaves nothing in the bucket", async () => {
      const { channels } = await buckets.form.logIn({ ...login, folder: "empty/folder" });
      const host = new URL(store.settings.endpoint).host;
      expect(channels[0].channel).toMatchObject({
        id: `${host}/reelay/empty/folder`,
        title: "reelay/empty/folder",
      });
      expect(await keysBelow("empty/")).toEqual([]);
    });

    it.each([
      ["keys_refused", { secretAccessKey: "wrong" }],
      ["keys_refused", { accessKeyId: "nobody" }],
      ["bucket_forbidden", { accessKeyId: "test:guest" }],
      ["bucket_not_found", { bucket: "missing" }],
      ["wrong_region", { region: "eu-north-1" }],
      ["address_refused", { endpoint: "http://192.168.1.20:9000" }],
      ["address_refused", { endpoint: "store" }],
    ])("fails with %s for %o", async (code, wrong) => {
      await expect(buckets.form.logIn({ ...login, ...wrong })).rejects.toMatchObject({
        code,
        kind: "needs-user",
      });
    });

    it.each(["<html>No</html>", '{"message":"No"}', ""])("fails where %j answers", async (body) => {
      const server = createServer((_request, response) => response.writeHead(405).end(body));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const rules = { allowPrivate: true, trustedOrigins: [] };
      const others = createS3Buckets({ log, rules });
      await expect(others.form.logIn({ ...login, endpoint })).rejects.toMatchObject({ code: "not_s3" });
      server.close();
      await expect(others.form.logIn({ ...login, endpoint })).rejects.toMatchObject({ code: "unreachable" });
      await others.close();
    });

    it("ends when the store no longer accepts the keys", async () => {
      const { platform, access } = await connect();
      const ended = keysToken({ ...parseKeys(access), secretAccessKey: "deleted" });
      await expect(platform.channel(ended)).rejects.toMatchObject({ code: "access_expired" });
      await expect(platform.refresh(ended)).rejects.toMatchObject({ code: "reconnect_needed" });
    });
  });

  describe("an upload", () => {
    it("stores the file as it is, with its title and type", async () => {
      const { videoId } = await upload("Monsoon / Day 1: rain?");
      expect(videoId).toMatch(/^films\/Monsoon Day 1 rain-[0-9a-f]{8}\.mov$/);
      const object = await stored.get(videoId);
      expect(
        createHash("sha256")
          .update(await buffer(object.body))
          .digest("hex"),
      ).toBe(createHash("sha256").update(film).digest("hex"));
    });

    it.each([
      ["雨の橋", /^films\/雨の橋-[0-9a-f]{8}\.mov$/],
      ["Дождь над мостом", /^films\/Дождь над мостом-[0-9a-f]{8}\.mov$/],
      ["بارش کا دن", /^films\/بارش کا دن-[0-9a-f]{8}\.mov$/],
      ["बारिश 🌧️ का दिन", /^films\/बारिश 🌧️ का दिन-[0-9a-f]{8}\.mov$/u],
      ["Dvořák: žluť a déšť", /^films\/Dvořák žluť a déšť-[0-9a-f]{8}\.mov$/],
    ])("keeps a title in another script: %s", async (title, key) => {
      const { platform, access, videoId } = await upload(title);
      expect(videoId).toMatch(key);
      expect(await platform.video(access, videoId)).toMatchObject({ id: videoId, title });
    });

    it("never replaces a video of the same title", async () => {
      const [one, other] = [await upload("Twice"), await upload("Twice")];
      expect(one.videoId).not.toBe(other.videoId);
      expect(await keysBelow("films/Twice-")).toHaveLength(2);
    });

    it("continues after the last part that follows without a gap", async () => {
      const { send, status, sessionUri } = await open("Gap");
      await send(1);
      const { key, uploadId } = JSON.parse(sessionUri) as { key: string; uploadId: string };
      await stored.putPart({ key, uploadId }, 3, film.subarray(2 * partBytes));
      expect(await status()).toEqual({ received: partBytes });
      await send(2);
      expect(await status()).toHaveProperty("video.id", key);
    });

    it("is completed by the next question if the process ended before", async () => {
      const { send, status, sessionUri } = await open("Killed");
      const { key, uploadId } = JSON.parse(sessionUri) as { key: string; uploadId: string };
      for (const part of [1, 2]) await send(part);
      await stored.putPart({ key, uploadId }, 3, film.subarray(2 * partBytes));
      expect(await status()).toMatchObject({ video: { id: key, title: "Killed" } });
      expect(await status()).toMatchObject({ video: { id: key } });
    });

    it("is found by its title, but not by the start of it", async () => {
      const startedAt = new Date();
      const { platform, access, videoId } = await upload("Lost-reel");
      const lost = { uploadsPlaylistId: null, bytes: film.length, startedAt };
      const found = await platform.findUpload(access, { ...lost, title: "Lost-reel" });
      expect(found.map((each) => each.videoId)).toEqual([videoId]);
      expect(await platform.findUpload(access, { ...lost, title: "Lost" })).toEqual([]);
    });

    it("leaves no parts when it is discarded", async () => {
      const { platform, access, sessionUri, send, status } = await open("Discarded");
      await send(1);
      await platform.discardSession?.(access, sessionUri);
      await platform.discardSession?.(access, sessionUri);
      expect(await status()).toEqual({ gone: true });
      await expect(send(1)).rejects.toMatchObject({ code: "session_gone" });
    });

    it("is discarded by its reference, and no other of the same title is", async () => {
      const { platform, access, sessionUri } = await open("Unstored");
      const { reference } = request("Unstored");
      const kept = await platform.openSession(access, { ...request("Unstored"), reference });
      const unfinished = async () => {
        const found: string[] = [];
        for await (const { uploadId } of stored.uploads("films/Unstored-")) found.push(uploadId);
        return found;
      };
      expect(await unfinished()).toHaveLength(2);
      const { uploadId } = JSON.parse(sessionUri) as { uploadId: string };
      await platform.discardUnstored?.(access, { title: "Unstored", type: "video/quicktime", reference });
      expect(await unfinished()).toEqual([uploadId]);
      expect(await platform.sessionStatus(access, { ...kept, bytes: film.length })).toEqual({ gone: true });
    });

    it("is refused beyond the largest number of parts", async () => {
      const { platform, access } = await connect();
      const bytes = partBytes * 10_000 + 1;
      const tooLong = { ...request("Long"), bytes };
      await expect(platform.openSession(access, tooLong)).rejects.toMatchObject({ code: "file_size" });
    });
  });

  it("reads a title that another client has stored without encoding it", async () => {
    const { platform, access } = await connect();
    await stored.put("films/other-0123abcd.mov", film, { title: "100% rain" });
    expect(await platform.video(access, "films/other-0123abcd.mov")).toMatchObject({ title: "100% rain" });
  });

  describe("the files beside a video", () => {
    it("have its details, picture and captions, and are deleted with it", async () => {
      const { platform, access, videoId } = await upload("Beside");
      const stem = videoId.replace(".mov", "");
      await platform.updateVideo(access, videoId, { ...metadataOf("Beside"), privacy: "unlisted" });
      await platform.setThumbnail(access, videoId, {
        body: Buffer.from("89504e47", "hex"),
        type: "image/png",
      });
      await platform.setThumbnail(access, videoId, {
        body: Buffer.from("ffd8ffe0", "hex"),
        type: "image/jpeg",
      });
      await platform.addCaption(access, videoId, { language: "pt-BR", name: "", content: "WEBVTT\n" });
      await platform.addCaption(access, videoId, { language: "en", name: "Songs", content: "1\n" });
      const files = [".en.Songs.srt", ".jpg", ".json", ".mov", ".pt-BR.vtt"];
      expect(await keysBelow(stem)).toEqual(files.map((extension) => stem + extension));
      const details = JSON.parse(String(await buffer((await stored.get(`${stem}.json`)).body)));
      expect(details).toMatchObject({
        title: "Beside",
        tags: ["rain"],
        categoryId: "19",
        privacy: "unlisted",
      });
      await platform.deleteVideo(access, videoId);
      expect(await keysBelow(stem)).toEqual([]);
    });

    it("say that a scheduled video is public from its time on", async () => {
      const { platform, access, videoId } = await upload("Scheduled");
      const publishAt = new Date(Date.now() - 1000);
      const state = await platform.updateVideo(access, videoId, { privacy: "private", publishAt });
      expect(state).toMatchObject({ privacy: "public", publishAt: null });
    });
  });
});

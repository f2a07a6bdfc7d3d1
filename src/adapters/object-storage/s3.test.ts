import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startObjectStore, type TestObjectStore, testsHaveObjectStore } from "#testing/object-store.ts";

import { type Bucket, openBucket, type MultipartUpload, type S3Settings } from "./s3-bucket.ts";
import { maxParts, partBytes } from "./s3-parts.ts";
import { createS3Storage } from "./s3.ts";
import type { ObjectStorage } from "./storage.ts";
import { objectStorageSuite } from "./suite.ts";

const swift = testsHaveObjectStore();

const mebibyte = 1024 * 1024;

describe("the parts of an object", () => {
  it.each([undefined, 1, 100 * 1024 ** 3, 256 * 1024 ** 3])(
    "are few and large enough for %s bytes",
    (total) => {
      expect(partBytes(total)).toBeGreaterThanOrEqual(5 * mebibyte);
      expect(partBytes(total)).toBeLessThanOrEqual(32 * mebibyte);
      expect(Math.ceil((total ?? 0) / partBytes(total))).toBeLessThanOrEqual(maxParts);
    },
  );
});

describe.runIf(swift)("S3", () => {
  let store: TestObjectStore;
  let settings: S3Settings & { scratchFolder: string };
  let storage: ObjectStorage;
  let bucket: Bucket;
  beforeAll(async () => {
    store = await startObjectStore();
    settings = { ...store.settings, scratchFolder: await mkdtemp(path.join(tmpdir(), "reelay-lent-")) };
    storage = createS3Storage(settings);
    bucket = openBucket(settings);
  });
  afterAll(async () => {
    await store.stop();
    await rm(settings.scratchFolder, { recursive: true });
  });

  objectStorageSuite("S3", async () => ({
    module: new URL("./s3.ts", import.meta.url).href,
    factory: "createS3Storage",
    args: [{ ...settings }],
  }));

  describe("S3 storage", () => {
    const uploads = (prefix: string) => all(bucket.uploads(`objects/${prefix}`));

    /** Stores a part of an upload at a later time, by the store's clock, than the upload was begun. */
    const growLater = async (upload: MultipartUpload): Promise<Date> => {
      const [listed] = await uploads(upload.key.slice("objects/".length));
      for (;;) {
        await bucket.putPart(upload, 1, Buffer.from("x"));
        const [part] = await all(bucket.parts(upload));
        if (listed && part && part.modified > listed.begun) return part.modified;
        await wait(200);
      }
    };

    it("stores a stream in several parts and leaves no upload behind after a failure", async () => {
      const bytes = randomBytes(36 * mebibyte);
      const pieces = Array.from({ length: 36 }, (_, at) =>
        bytes.subarray(at * mebibyte, (at + 1) * mebibyte),
      );
      await storage.put("parts/whole.bin", Readable.from(pieces));
      expect((await buffer(await storage.read("parts/whole.bin"))).equals(bytes)).toBe(true);
      const tooLong = storage.put("parts/long.bin", Readable.from(pieces), { maxBytes: bytes.length - 1 });
      await expect(tooLong).rejects.toMatchObject({ code: "too_large" });
      expect(await uploads("parts/")).toEqual([]);
    });

    it("continues after pieces of any size, with equal parts", async () => {
      const bytes = randomBytes(19 * mebibyte + 5);
      const { resumable } = storage;
      await resumable.begin("sizes/a.bin");
      let received = 0;
      for (const size of [1, 3 * mebibyte, 9 * mebibyte, 11, bytes.length]) {
        const piece = Readable.from([bytes.subarray(received, received + size)]);
        ({ received } = await resumable.append("sizes/a.bin", received, piece, { totalBytes: bytes.length }));
        expect(await resumable.received("sizes/a.bin")).toBe(received);
      }
      const [upload] = await uploads("sizes/");
      const sizes = upload ? (await all(bucket.parts(upload))).map((part) => part.bytes) : [];
      expect(sizes).toEqual([8 * mebibyte, 8 * mebibyte]);
      await resumable.finish("sizes/a.bin");
      expect((await buffer(await storage.read("sizes/a.bin"))).equals(bytes)).toBe(true);
    });

    it("updates the note during a long piece, so that counting stays cheap", async () => {
      const [key, source] = ["noted/a.bin", new Readable({ read: () => {} })];
      await storage.resumable.begin(key);
      await storage.resumable.append(key, 0, Readable.from([Buffer.from("12345")]));
      const appending = storage.resumable.append(key, 5, source, { totalBytes: 73 * mebibyte + 5 });
      for (let pushed = 0; pushed < 73; pushed++) source.push(Buffer.alloc(mebibyte, "x"));
      const noted = async () => (await bucket.head(`unfinished/${key}`)).metadata;
      await expect.poll(noted).toMatchObject({ parts: "8", bytes: String(64 * mebibyte) });
      source.push(null);
      expect(await appending).toMatchObject({ received: 73 * mebibyte + 5 });
      await storage.resumable.finish(key);
      const stored = await buffer(await storage.read(key));
      expect([stored.length, stored.subarray(0, 6).toString()]).toEqual([73 * mebibyte + 5, "12345x"]);
    });

    it("does not count a tail that a later part includes", async () => {
      const bytes = randomBytes(9 * mebibyte);
      const { resumable } = storage;
      await resumable.begin("tails/a.bin");
      const options = { totalBytes: bytes.length };
      await resumable.append("tails/a.bin", 0, Readable.from([bytes.subarray(0, 1000)]), options);
      const [upload] = await uploads("tails/");
      // Like a process that is killed after its first part.
      if (upload) await bucket.putPart(upload, 1, bytes.subarray(0, 8 * mebibyte));
      expect(await resumable.received("tails/a.bin")).toBe(8 * mebibyte);
      const rest = Readable.from([bytes.subarray(8 * mebibyte)]);
      await resumable.append("tails/a.bin", 8 * mebibyte, rest, options);
      await resumable.finish("tails/a.bin");
      expect((await buffer(await storage.read("tails/a.bin"))).equals(bytes)).toBe(true);
    });

    it("finishes an upload that was completed before a crash", async () => {
      await storage.resumable.begin("crashed/a.bin");
      await storage.resumable.append("crashed/a.bin", 0, Readable.from([Buffer.from("all of it")]));
      const [upload] = await uploads("crashed/");
      if (upload) {
        const etag = await bucket.putPart(upload, 1, Buffer.from("all of it"));
        await bucket.completeUpload(upload, [{ number: 1, etag }]);
      }
      await storage.resumable.finish("crashed/a.bin");
      expect((await buffer(await storage.read("crashed/a.bin"))).toString()).toBe("all of it");
      await expect(storage.resumable.received("crashed/a.bin")).rejects.toMatchObject({ code: "missing" });
    });

    it("sweeps uploads without a note, but none that is new or still growing", async () => {
      const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
      const orphan = await bucket.beginUpload("objects/orphans/a.bin");
      await storage.sweep({ puts: past, resumable: future });
      expect(await uploads("orphans/")).toHaveLength(1);
      const grown = await growLater(orphan);
      await storage.sweep({ puts: grown, resumable: future });
      expect(await uploads("orphans/")).toHaveLength(1);
      await storage.sweep({ puts: future, resumable: past });
      expect(await uploads("orphans/")).toEqual([]);
    });

    it("continues reading over a new connection when one breaks", async () => {
      const bytes = randomBytes(6 * mebibyte);
      await storage.put("reading/a.bin", bytes);
      const line = await breakingLine(settings, 2 * mebibyte);
      const far = createS3Storage({ ...settings, endpoint: line.endpoint });
      expect(
        (await buffer(await far.read("reading/a.bin", { start: 5, end: bytes.length - 5 }))).equals(
          bytes.subarray(5, -4),
        ),
      ).toBe(true);
      expect(line.broken()).toBe(2);
      line.close();
    });

    it("shares a local copy among users and deletes it afterwards", async () => {
      await storage.put("lent/a.bin", Buffer.from("lent"));
      const paths = await Promise.all(
        [1, 2].map(() =>
          storage.asFile("lent/a.bin", async (file) => {
            expect(await readdir(settings.scratchFolder)).toHaveLength(1);
            return file;
          }),
        ),
      );
      expect(paths[0]).toBe(paths[1]);
      expect(await readdir(settings.scratchFolder)).toEqual([]);
    });

    it.each([
      ["no_access", "needs-user", { secretAccessKey: "wrong" }],
      ["no_access", "needs-user", { bucket: "nowhere" }],
      ["unavailable", "retry", { endpoint: "http://127.0.0.1:1" }],
    ])("says %s (%s) with %o", async (code, kind, wrong) => {
      const other = createS3Storage({ ...settings, ...wrong });
      await expect(other.read("any/a.bin")).rejects.toMatchObject({ code, kind });
      await expect(other.put("any/a.bin", Buffer.from("x"))).rejects.toMatchObject({ code, kind });
      await expect(other.check()).rejects.toMatchObject({ code, kind });
    });
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** A proxy to the store whose first two connections break after `bytes` of responses. */
async function breakingLine({ endpoint }: S3Settings, bytes: number) {
  const { hostname, port } = new URL(String(endpoint));
  let broken = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let passed = 0;
    far.on("data", (chunk) => {
      passed += chunk.length;
      near.write(chunk);
      if (passed < bytes || broken === 2) return;
      broken++;
      near.destroy();
      far.destroy();
    });
    near.pipe(far);
    near.on("error", () => far.destroy());
    near.on("close", () => far.destroy());
    far.on("error", () => near.destroy());
    far.on("end", () => near.end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port: own } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${own}`, broken: () => broken, close: () => server.close() };
}

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { beforeAll, describe, expect, it } from "vitest";

import { connect, type Connection } from "./connection.ts";
import type { ObjectStorage, StoredObject } from "./storage.ts";

const mebibyte = 1024 * 1024;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const readContent = async (storage: ObjectStorage, key: string) => buffer(await storage.read(key));

async function objectsBelow(storage: ObjectStorage, folder: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of storage.list(folder)) objects.push(object);
  return objects;
}

const keysBelow = async (storage: ObjectStorage, folder: string) =>
  (await objectsBelow(storage, folder)).map((object) => object.key);

/** A source that yields `bytes` in pieces and then fails like a lost connection. */
function failingAfter(bytes: Uint8Array): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      throw new Error("The connection was lost");
    })(),
  );
}

/** Tests that every object store must pass. `open` returns a connection to an empty one. */
export function objectStorageSuite(name: string, open: () => Promise<Connection>): void {
  describe(`object storage: ${name}`, () => {
    let connection: Connection;
    let storage: ObjectStorage;
    beforeAll(async () => {
      connection = await open();
      storage = await connect(connection);
    });

    describe("whole objects", () => {
      it("reads an object, whole and by range", async () => {
        const bytes = randomBytes(3 * mebibyte + 17);
        expect(await storage.put("whole/a.bin", Readable.from([bytes]))).toEqual({ bytes: bytes.length });
        expect(sha256(await readContent(storage, "whole/a.bin"))).toBe(sha256(bytes));
        const range = await buffer(await storage.read("whole/a.bin", { start: 1_048_570, end: 1_048_590 }));
        expect(range.equals(bytes.subarray(1_048_570, 1_048_591))).toBe(true);
      });

      it("stores bytes, streams and empty objects", async () => {
        await storage.put("whole/bytes.bin", new Uint8Array([1, 2, 3]));
        expect(await readContent(storage, "whole/bytes.bin")).toEqual(Buffer.from([1, 2, 3]));
        expect(await storage.put("whole/empty.bin", new Uint8Array())).toEqual({ bytes: 0 });
        expect(await storage.stat("whole/empty.bin")).toMatchObject({ bytes: 0 });
      });

      it("replaces an object and changes its etag", async () => {
        await storage.put("whole/b.bin", Buffer.from("first"));
        const first = await storage.stat("whole/b.bin");
        await storage.put("whole/b.bin", Buffer.from("other"));
        const second = await storage.stat("whole/b.bin");
        expect(second?.bytes).toBe(5);
        expect(second?.etag).not.toBe(first?.etag);
        expect(second?.etag).toMatch(/^[\w.-]+$/);
        expect((await readContent(storage, "whole/b.bin")).toString()).toBe("other");
      });

      it("rejects content above the limit and stores nothing", async () => {
        const put = storage.put("limits/a.bin", Readable.from([randomBytes(70_000)]), { maxBytes: 69_999 });
        await expect(put).rejects.toMatchObject({ code: "too_large", kind: "permanent" });
        expect(await storage.stat("limits/a.bin")).toBeNull();
        await storage.put("limits/a.bin", randomBytes(70_000), { maxBytes: 70_000 });
        expect(await storage.stat("limits/a.bin")).toMatchObject({ bytes: 70_000 });
      });

      it("keeps the old object when the new content fails or is aborted", async () => {
        await storage.put("limits/kept.bin", Buffer.from("old"));
        const lost = storage.put("limits/kept.bin", failingAfter(randomBytes(mebibyte)));
        await expect(lost).rejects.toMatchObject({ code: "broken_off", kind: "retry" });
        const signal = AbortSignal.abort();
        const aborted = storage.put("limits/kept.bin", Readable.from([randomBytes(9)]), { signal });
        await expect(aborted).rejects.toMatchObject({ code: "broken_off" });
        expect((await readContent(storage, "limits/kept.bin")).toString()).toBe("old");
      });

      it("rejects a source that was already destroyed", async () => {
        const source = Readable.from([randomBytes(9)]);
        source.destroy();
        await expect(storage.put("limits/over.bin", source)).rejects.toMatchObject({ code: "broken_off" });
      });

      it("reports missing objects", async () => {
        await expect(storage.read("nowhere/a.bin")).rejects.toMatchObject({ code: "missing" });
        await expect(storage.asFile("nowhere/a.bin", async () => 1)).rejects.toMatchObject({
          code: "missing",
        });
        expect(await storage.stat("nowhere/a.bin")).toBeNull();
        await storage.remove("nowhere/a.bin");
        await storage.removeAll("nowhere");
      });

      it("provides a local file with the same content", async () => {
        await storage.put("whole/lent.bin", Buffer.from("lent"));
        const read = await storage.asFile("whole/lent.bin", (path) => readFile(path, "utf8"));
        expect(read).toBe("lent");
      });

      it("lists and removes by folder, and nothing else", async () => {
        for (const key of ["tree/a/1.bin", "tree/a/b/2.bin", "tree/a.bin", "tree/ab/3.bin"]) {
          await storage.put(key, Buffer.from(key));
        }
        expect(await keysBelow(storage, "tree")).toEqual([
          "tree/a.bin",
          "tree/a/1.bin",
          "tree/a/b/2.bin",
          "tree/ab/3.bin",
        ]);
        await storage.remove("tree/a/1.bin");
        expect(await keysBelow(storage, "tree/a")).toEqual(["tree/a/b/2.bin"]);
        await storage.resumable.begin("tree/a/unfinished.bin");
        await storage.removeAll("tree/a");
        expect(await keysBelow(storage, "tree")).toEqual(["tree/a.bin", "tree/ab/3.bin"]);
        const received = storage.resumable.received("tree/a/unfinished.bin");
        await expect(received).rejects.toMatchObject({ code: "missing" });
        const [object] = await objectsBelow(storage, "tree");
        expect(object).toMatchObject({ bytes: 10, modified: expect.any(Date) });
      });

      it.each([
        "../a",
        "a/../b",
        "/a",
        "a//b",
        "a/",
        "",
        ".a",
        "a/.b",
        "A",
        "a b",
        "a\\b",
        "a\0",
        "a".repeat(300),
      ])("rejects %j as a key", async (key) => {
        await expect(storage.put(key, Buffer.from("x"))).rejects.toMatchObject({ code: "bad_key" });
        await expect(storage.stat(key)).rejects.toMatchObject({ code: "bad_key" });
        await expect(storage.resumable.begin(key)).rejects.toMatchObject({ code: "bad_key" });
      });

      it("can be written, and reports its free space", async () => {
        await expect(storage.check()).resolves.toBeUndefined();
        const free = await storage.freeBytes();
        expect(free === null || free > 0).toBe(true);
      });
    });

    describe("resumable uploads", () => {
      it("joins pieces into an object that appears when finished", async () => {
        const bytes = randomBytes(7 * mebibyte + 3);
        const { resumable } = storage;
        await resumable.begin("pieces/a.bin");
        expect(await resumable.received("pieces/a.bin")).toBe(0);
        const half = 3 * mebibyte + 5;
        const first = await resumable.append("pieces/a.bin", 0, Readable.from([bytes.subarray(0, half)]));
        expect(first).toEqual({ received: half, complete: true });
        expect(await storage.stat("pieces/a.bin")).toBeNull();
        await resumable.append("pieces/a.bin", half, Readable.from([bytes.subarray(half)]));
        await resumable.finish("pieces/a.bin");
        expect(sha256(await readContent(storage, "pieces/a.bin"))).toBe(sha256(bytes));
        await expect(resumable.received("pieces/a.bin")).rejects.toMatchObject({ code: "missing" });
        await resumable.finish("pieces/a.bin");
      });

      it("rejects a piece that doesn't start where the last one ended", async () => {
        await storage.resumable.begin("pieces/gap.bin");
        await storage.resumable.append("pieces/gap.bin", 0, Readable.from([Buffer.from("1234")]));
        for (const offset of [0, 3, 5]) {
          const append = storage.resumable.append(
            "pieces/gap.bin",
            offset,
            Readable.from([Buffer.from("x")]),
          );
          await expect(append).rejects.toMatchObject({ code: "offset", received: 4 });
        }
        await storage.resumable.begin("pieces/gap.bin");
        expect(await storage.resumable.received("pieces/gap.bin")).toBe(4);
      });

      it("keeps received data when the source fails, and continues from there", async () => {
        const bytes = randomBytes(2 * mebibyte);
        await storage.resumable.begin("pieces/lost.bin");
        const arrived = bytes.subarray(0, 900_000);
        const broken = await storage.resumable.append("pieces/lost.bin", 0, failingAfter(arrived));
        expect(broken).toMatchObject({ complete: false, received: expect.toSatisfy((n) => n <= 900_000) });
        expect(await storage.resumable.received("pieces/lost.bin")).toBe(broken.received);
        const rest = Readable.from([bytes.subarray(broken.received)]);
        await storage.resumable.append("pieces/lost.bin", broken.received, rest);
        await storage.resumable.finish("pieces/lost.bin");
        expect(sha256(await readContent(storage, "pieces/lost.bin"))).toBe(sha256(bytes));
      });

      it("counts received bytes while a piece is being appended", async () => {
        const [source, { resumable }] = [new Readable({ read: () => {} }), storage];
        await resumable.begin("pieces/coming.bin");
        const appending = resumable.append("pieces/coming.bin", 0, source, { totalBytes: 20 * mebibyte });
        source.push(randomBytes(20 * mebibyte));
        await expect.poll(() => resumable.received("pieces/coming.bin")).toBeGreaterThan(7 * mebibyte);
        source.push(null);
        expect(await appending).toEqual({ received: 20 * mebibyte, complete: true });
      });

      it("rejects bytes beyond the declared size", async () => {
        await storage.resumable.begin("pieces/long.bin");
        const eleven = Readable.from([randomBytes(11)]);
        const append = storage.resumable.append("pieces/long.bin", 0, eleven, { totalBytes: 10 });
        await expect(append).rejects.toMatchObject({ code: "too_large" });
        expect(await storage.resumable.received("pieces/long.bin")).toBeLessThanOrEqual(10);
      });

      it("allows one writer at a time, which its signal stops", async () => {
        await storage.resumable.begin("pieces/busy.bin");
        const stop = new AbortController();
        const silent = new Readable({ read: () => {} });
        const first = storage.resumable.append("pieces/busy.bin", 0, silent, { signal: stop.signal });
        const second = storage.resumable.append("pieces/busy.bin", 0, Readable.from([Buffer.from("x")]));
        await expect(second).rejects.toMatchObject({ code: "busy", kind: "retry" });
        await expect(storage.resumable.finish("pieces/busy.bin")).rejects.toMatchObject({ code: "busy" });
        stop.abort();
        expect(await first).toEqual({ received: 0, complete: false });
        const third = storage.resumable.append("pieces/busy.bin", 0, Readable.from([Buffer.from("x")]));
        expect(await third).toEqual({ received: 1, complete: true });
      });

      it("aborts an upload, and ignores one that was never begun", async () => {
        await storage.resumable.begin("pieces/off.bin");
        await storage.resumable.abort("pieces/off.bin");
        await storage.resumable.abort("pieces/off.bin");
        const append = storage.resumable.append("pieces/off.bin", 0, Readable.from([Buffer.from("x")]));
        await expect(append).rejects.toMatchObject({ code: "missing" });
        await expect(storage.resumable.finish("pieces/off.bin")).rejects.toMatchObject({ code: "missing" });
      });

      it("sweeps stale uploads, but no objects", async () => {
        await storage.put("swept/object.bin", Buffer.from("x"));
        await storage.resumable.begin("swept/unfinished.bin");
        const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
        await storage.sweep({ puts: future, resumable: past });
        expect(await storage.resumable.received("swept/unfinished.bin")).toBe(0);
        await storage.sweep({ puts: past, resumable: future });
        const received = storage.resumable.received("swept/unfinished.bin");
        await expect(received).rejects.toMatchObject({ code: "missing" });
        expect(await storage.stat("swept/object.bin")).toMatchObject({ bytes: 1 });
      });

      it("continues after the process was killed during a piece", async () => {
        const key = "pieces/killed.bin";
        const block = randomBytes(65_536);
        await storage.resumable.begin(key);
        for (const atLeast of [20 * mebibyte, 28 * mebibyte]) {
          await killWhileAppending(connection, key, block, atLeast);
        }
        const received = await storage.resumable.received(key);
        expect(received).toBeGreaterThan(0);

        const total = received + 100_001;
        const pattern = Buffer.alloc(total, block);
        const whole = (await connect(connection)).resumable;
        const finalPiece = Readable.from([pattern.subarray(received)]);
        expect(await whole.append(key, received, finalPiece)).toEqual({ received: total, complete: true });
        await whole.finish(key);
        expect(sha256(await readContent(storage, key))).toBe(sha256(pattern));
      });
    });
  });
}

/** Starts a process that appends without end, and kills it once it has passed on `bytes`. */
async function killWhileAppending(
  connection: Connection,
  key: string,
  block: Buffer,
  bytes: number,
): Promise<void> {
  const script = fileURLToPath(new URL("./append-until-killed.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(connection), key, block.toString("base64")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stdout)) if (Number(line) >= bytes) child.kill("SIGKILL");
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
}

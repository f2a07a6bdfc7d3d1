import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";

import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fromBufferPromise } from "yauzl";

import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { serveZip } from "./serve-zip.ts";
import { zipEntityTag } from "./zip-entity-tag.ts";
import { layoutZip } from "./zip.ts";

const mebibyte = 1024 * 1024;
const modified = new Date("2026-11-29T22:10:05Z");
const contents = new Map([
  ["A001/C0001.MXF", randomBytes(5 * mebibyte + 7)],
  ["A001/C0001.XML", Buffer.from("<clip/>")],
  ["A001/empty", Buffer.alloc(0)],
  ["A001/C0002.MXF", randomBytes(3 * mebibyte)],
]);
const entries = Array.from(contents, ([path, bytes], number) => {
  return { file: `${number}`, path, bytes: bytes.length, crc32: crc32(bytes), modified };
});
const layout = layoutZip(entries);
const objectKey = (file: string) => `footage/${file}`;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The same store without files that the server could open, as a remote one. */
const asRemote = (storage: ObjectStorage): ObjectStorage =>
  Object.assign({}, storage, { localPath: () => null });

describe.each([
  ["files on the disk", (storage: ObjectStorage) => storage],
  ["a remote store", asRemote],
])("a ZIP of %s", (_name, adapt) => {
  let folder: string;
  let disk: ObjectStorage;
  let storage: ObjectStorage;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "reelay-zip-"));
    disk = createDiskStorage(folder);
    storage = adapt(disk);
    app = Fastify();
    app.decorateRequest("share", null);
    app.route({
      method: ["GET", "HEAD"],
      url: "/zip",
      handler: (request, reply) =>
        serveZip(storage, { layout, name: "Größe.zip", objectKey }, request, reply),
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  beforeEach(async () => {
    for (const [number, bytes] of [...contents.values()].entries())
      await disk.put(objectKey(`${number}`), bytes);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const address = () => ({
    host: "127.0.0.1",
    port: (app.server.address() as AddressInfo).port,
    path: "/zip",
    agent: false as const,
  });

  async function open(headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const [response] = await once(get({ ...address(), headers }), "response");
    return response as IncomingMessage;
  }

  /** Reads at least that many bytes and then breaks the connection off. */
  async function readAndCut(response: IncomingMessage, bytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= bytes) break;
    }
    response.destroy();
    return Buffer.concat(chunks);
  }

  it("is complete and readable", async () => {
    const response = await open();
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(layout.bytes),
      "content-disposition": `attachment; filename="Gr__e.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.zip`,
      "accept-ranges": "bytes",
      etag: `"${zipEntityTag(layout)}"`,
    });
    const archive = await fromBufferPromise(await buffer(response));
    const digests: [string, string][] = [];
    for await (const entry of archive.eachEntry()) {
      digests.push([entry.fileName, sha256(await buffer(await archive.openReadStreamPromise(entry)))]);
    }
    expect(digests).toEqual(Array.from(contents, ([path, bytes]) => [path, sha256(bytes)]));
  });

  it("a download that is cut off again and again continues to the same bytes", async () => {
    const whole = sha256(await buffer(await open()));
    let received = await readAndCut(await open(), 1);
    let requests = 1;
    while (received.length < layout.bytes) {
      const response = await open({
        range: `bytes=${received.length}-`,
        "if-range": `"${zipEntityTag(layout)}"`,
      });
      expect(response.statusCode).toBe(206);
      expect(response.headers["content-range"]).toBe(
        `bytes ${received.length}-${layout.bytes - 1}/${layout.bytes}`,
      );
      received = Buffer.concat([received, await readAndCut(response, mebibyte + 11)]);
      requests += 1;
    }
    expect(requests).toBeGreaterThan(3);
    expect(sha256(received)).toBe(whole);
  });

  it("sends the whole archive if it has changed since the first part", async () => {
    const response = await open({ range: "bytes=10-", "if-range": '"another"' });
    expect(response.statusCode).toBe(200);
    expect((await buffer(response)).length).toBe(layout.bytes);
  });

  it("answers HEAD, 304 and 416 without content", async () => {
    const [head] = await once(request({ ...address(), method: "HEAD" }).end(), "response");
    expect([head.statusCode, head.headers["content-length"]]).toEqual([200, String(layout.bytes)]);
    const unchanged = await open({ "if-none-match": `"${zipEntityTag(layout)}"` });
    expect([unchanged.statusCode, await buffer(unchanged)]).toEqual([304, Buffer.alloc(0)]);
    const behind = await open({ range: `bytes=${layout.bytes}-` });
    expect([behind.statusCode, behind.headers["content-range"]]).toEqual([416, `bytes */${layout.bytes}`]);
    behind.resume();
  });

  it.each([
    ["is missing", () => disk.remove(objectKey("3"))],
    ["is shorter than its entry", () => disk.put(objectKey("3"), randomBytes(mebibyte))],
    ["is empty", () => disk.put(objectKey("3"), Buffer.alloc(0))],
  ])("breaks the download off where an object %s", async (_state, damage) => {
    await damage();
    const response = await open();
    expect(response.statusCode).toBe(200);
    await expect(buffer(response)).rejects.toThrow("aborted");
  });

  it("reads no further when the client has gone", async () => {
    const streams: Readable[] = [];
    const read = storage.read.bind(storage);
    vi.spyOn(storage, "read").mockImplementation(async (key, range) => {
      const stream = await read(key, range);
      streams.push(stream);
      return stream;
    });
    await readAndCut(await open(), 1);
    await vi.waitFor(async () => {
      expect(await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0);
      expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
    });
    expect(streams.length).toBeLessThan(2);
  });
});

describe("the entity tag", () => {
  const tagWith = (changes: object) => zipEntityTag(layoutZip([Object.assign({}, entries[0], changes)]));

  it("depends on everything that the bytes depend on", () => {
    const tags = [
      tagWith({}),
      tagWith({ file: "other" }),
      tagWith({ path: "other" }),
      tagWith({ bytes: 1 }),
      tagWith({ crc32: 1 }),
      tagWith({ modified: new Date(0) }),
      zipEntityTag(layout),
      zipEntityTag(layoutZip(entries.toReversed())),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect(tagWith({})).toBe(tags[0]);
    for (const tag of tags) expect(tag).toMatch(/^[\w-]{43}$/);
  });
});

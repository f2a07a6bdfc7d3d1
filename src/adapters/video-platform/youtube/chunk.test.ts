import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Chunk } from "../chunk-transfer.ts";
import { type TestPlatform, startTestPlatform } from "./test-platform.ts";
import { chunkUnit } from "./upload-session.ts";

let server: TestPlatform;
beforeEach(async () => {
  server = await startTestPlatform({ stallSeconds: 1, responseSeconds: 5 });
});
afterEach(() => server.close());

const file = randomBytes(4 * chunkUnit + 1000);
const finished = { status: 201, body: { id: "v1", status: { uploadStatus: "uploaded" } } };

function chunkOf(start: number, end: number, change: Partial<Chunk> = {}): Chunk {
  return {
    sessionUri: `${server.origin}/upload/youtube/v3/videos?upload_id=session-secret`,
    start,
    end,
    bytes: file.length,
    type: "video/mp4",
    body: Readable.from([file.subarray(start, end)], { objectMode: false }),
    signal: new AbortController().signal,
    ...change,
  };
}

function send(chunk: Chunk) {
  return server.platform.sendChunk("access-secret", chunk);
}

/** An endless stream. */
function endless(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
}

describe("a chunk", () => {
  it("is sent with its range, and the response returns the confirmed bytes", async () => {
    server.reply(() => ({ status: 308, headers: { range: `bytes=0-${2 * chunkUnit - 1}` } }));
    expect(await send(chunkOf(0, 2 * chunkUnit))).toEqual({ received: 2 * chunkUnit });
    const [sent] = server.requests;
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer access-secret",
      "content-length": String(2 * chunkUnit),
      "content-type": "video/mp4",
      "content-range": `bytes 0-${2 * chunkUnit - 1}/${file.length}`,
    });
    expect(sent?.headers["transfer-encoding"]).toBeUndefined();
    expect(sent?.body.equals(file.subarray(0, 2 * chunkUnit))).toBe(true);
  });

  it("returns the platform's range even if more was sent", async () => {
    server.reply(() => ({ status: 308, headers: { range: `bytes=0-${chunkUnit - 1}` } }));
    expect(await send(chunkOf(0, 3 * chunkUnit))).toEqual({ received: chunkUnit });
    server.reply(() => ({ status: 308 }));
    expect(await send(chunkOf(0, 3 * chunkUnit))).toEqual({ received: 0 });
  });

  it("returns the video if it was the last", async () => {
    server.reply(() => finished);
    expect(await send(chunkOf(4 * chunkUnit, file.length))).toMatchObject({ video: { id: "v1" } });
    expect(server.requests[0]?.headers["content-range"]).toBe(
      `bytes ${4 * chunkUnit}-${file.length - 1}/${file.length}`,
    );
  });

  it("transfers a file unchanged to a platform that stores less than it receives", async () => {
    const kept: Buffer[] = [];
    const size = () => kept.reduce((sum, part) => sum + part.length, 0);
    server.reply(({ body }) => {
      const whole = size() + body.length === file.length && body.length <= chunkUnit;
      kept.push(whole ? body : body.subarray(0, chunkUnit));
      return whole ? finished : { status: 308, headers: { range: `bytes=0-${size() - 1}` } };
    });
    let start = 0;
    for (;;) {
      const end = Math.min(start + 2 * chunkUnit, file.length);
      const answer = await send(chunkOf(start, end));
      if ("video" in answer) break;
      start = answer.received;
    }
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(digest(Buffer.concat(kept))).toBe(digest(file));
  });

  it("reports the sent bytes up to the whole chunk", async () => {
    server.reply(() => finished);
    const seen: number[] = [];
    await send(chunkOf(0, file.length, { onSent: (bytes) => seen.push(bytes) }));
    expect(seen).toEqual([2 * chunkUnit, 4 * chunkUnit, file.length]);
  });

  it("applies backpressure to its source", async () => {
    server.script((request) => request.pause());
    let read = 0;
    const body = endless();
    body.on("data", (chunk: Buffer) => {
      read += chunk.length;
    });
    body.pause();
    const chunk = chunkOf(0, 1024 * chunkUnit, { bytes: 1024 * chunkUnit, body });
    await expect(send(chunk)).rejects.toMatchObject({ kind: "retry", code: "stalled" });
    expect(read).toBeLessThan((512 * chunkUnit) / 4);
    expect(body.destroyed).toBe(true);
  });

  it("stalls without a response", async () => {
    server.script((request) => request.resume());
    await expect(send(chunkOf(0, file.length))).rejects.toMatchObject({ kind: "retry", code: "stalled" });
  });

  it("stalls at a rate at which a video would take days", async () => {
    server.reply(() => finished);
    async function* trickle() {
      for (let from = 0; from < file.length; from += 1024) {
        yield file.subarray(from, from + 1024);
        await new Promise((resolve) => void setTimeout(resolve, 200));
      }
    }
    const body = Readable.from(trickle(), { objectMode: false });
    await expect(send(chunkOf(0, file.length, { body }))).rejects.toMatchObject({ code: "stalled" });
  });

  it("may take longer than the inactivity timeout while bytes are sent", async () => {
    const patient = await startTestPlatform({ stallSeconds: 2 });
    patient.reply(() => finished);
    async function* slowly() {
      for (let from = 0; from < file.length; from += chunkUnit) {
        yield file.subarray(from, from + chunkUnit);
        await new Promise((resolve) => void setTimeout(resolve, 500));
      }
    }
    const body = Readable.from(slowly(), { objectMode: false });
    const sessionUri = `${patient.origin}/upload/youtube/v3/videos?upload_id=1`;
    const answer = await patient.platform.sendChunk("access", chunkOf(0, file.length, { body, sessionUri }));
    expect(answer).toMatchObject({ video: { id: "v1" } });
    await patient.close();
  });
});

describe("a chunk of a local file", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "chunk-"));
    path = join(folder, "original.mp4");
    await writeFile(path, file);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("has exactly the bytes of its range", async () => {
    server.reply(() => ({ status: 308 }));
    await send(chunkOf(chunkUnit, 4 * chunkUnit, { body: { file: path } }));
    await send(chunkOf(4 * chunkUnit, file.length, { body: { file: path } }));
    await send(chunkOf(0, file.length, { body: { file: path } }));
    const [middle, last, whole] = server.requests;
    expect(middle?.body.equals(file.subarray(chunkUnit, 4 * chunkUnit))).toBe(true);
    expect(last?.body.equals(file.subarray(4 * chunkUnit))).toBe(true);
    expect(whole?.body.equals(file)).toBe(true);
  });

  it("is transferred unchanged to a platform that reads irregularly", async () => {
    const size = 64 * chunkUnit + 5;
    const large = randomBytes(size);
    await writeFile(path, large);
    const hash = createHash("sha256");
    server.script(async (request, response) => {
      for await (const chunk of request) {
        hash.update(chunk);
        if (Math.random() < 0.05) await new Promise((resolve) => void setTimeout(resolve, 3));
      }
      response.writeHead(201).end('{"id":"v1"}');
    });
    const seen = createHash("sha256");
    await send(
      chunkOf(0, size, { bytes: size, body: { file: path }, inspect: (bytes) => void seen.update(bytes) }),
    );
    const expected = createHash("sha256").update(large).digest("hex");
    expect(hash.digest("hex")).toBe(expected);
    expect(seen.digest("hex")).toBe(expected);
  });

  it("is not sent if the size of the file has changed", async () => {
    server.reply(() => finished);
    const failure = { kind: "permanent", code: "source_changed" };
    await truncate(path, file.length - 1);
    await expect(send(chunkOf(0, file.length, { body: { file: path } }))).rejects.toMatchObject(failure);
    await writeFile(path, Buffer.concat([file, Buffer.from("x")]));
    await expect(send(chunkOf(0, file.length, { body: { file: path } }))).rejects.toMatchObject(failure);
    expect(server.requests).toEqual([]);
  });

  it("is retried if the file can't be read", async () => {
    server.reply(() => finished);
    const body = { file: join(folder, "elsewhere.mp4") };
    await expect(send(chunkOf(0, file.length, { body }))).rejects.toMatchObject({
      kind: "retry",
      code: "source_unreadable",
    });
  });

  it("does not send its last byte if the inspection fails", async () => {
    let received = 0;
    server.script((request) => {
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
      });
    });
    const wrong = new Error("another hash");
    let seen = 0;
    const inspect = (bytes: Uint8Array) => {
      seen += bytes.byteLength;
      if (seen === file.length) throw wrong;
    };
    await expect(send(chunkOf(0, file.length, { body: { file: path }, inspect }))).rejects.toBe(wrong);
    expect(received).toBeLessThan(file.length);
  });
});

describe("a chunk that fails", () => {
  it("receives a refusal sent before its bytes were read", async () => {
    server.script((_request, response) => response.writeHead(503, { "retry-after": "3" }).end());
    const body = endless();
    const chunk = chunkOf(0, 1024 * chunkUnit, { bytes: 1024 * chunkUnit, body });
    await expect(send(chunk)).rejects.toMatchObject({
      kind: "retry",
      code: "unavailable",
      retryAfterSeconds: 3,
    });
    expect(body.destroyed).toBe(true);
  });

  it("is unreachable if the connection ends without a response", async () => {
    server.script((request) => {
      request.resume();
      request.on("end", () => request.socket.destroy());
    });
    await expect(send(chunkOf(0, file.length))).rejects.toMatchObject({ kind: "retry", code: "unreachable" });
  });

  it("reports an expired token during an upload", async () => {
    server.reply(() => ({
      status: 401,
      body: { error: { errors: [{ reason: "authError", domain: "global" }] } },
    }));
    await expect(send(chunkOf(0, chunkUnit))).rejects.toMatchObject({
      kind: "retry",
      code: "access_expired",
    });
  });

  it("reports that the session is gone", async () => {
    for (const status of [404, 410]) {
      server.reply(() => ({ status }));
      await expect(send(chunkOf(0, chunkUnit))).rejects.toMatchObject({
        kind: "retry",
        code: "session_gone",
      });
    }
  });

  it("follows no redirect", async () => {
    server.reply(() => ({ status: 307, headers: { location: `${server.origin}/elsewhere` } }));
    await expect(send(chunkOf(0, chunkUnit))).rejects.toMatchObject({ code: "refused" });
    expect(server.requests.length).toBe(1);
  });

  it("aborts at once with the given reason", async () => {
    server.script((request) => request.resume());
    const controller = new AbortController();
    const reason = new Error("draining");
    const body = endless();
    const chunk = chunkOf(0, 4096 * chunkUnit, {
      bytes: 4096 * chunkUnit,
      body,
      signal: controller.signal,
      onSent: () => controller.abort(reason),
    });
    await expect(send(chunk)).rejects.toBe(reason);
    expect(body.destroyed).toBe(true);
    await expect(send(chunkOf(0, chunkUnit, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it("reports an error of its source as such", async () => {
    server.reply(() => finished);
    const broken = new Error("disk");
    const body = new Readable({
      read() {
        this.destroy(broken);
      },
    });
    await expect(send(chunkOf(0, chunkUnit, { body }))).rejects.toMatchObject({
      kind: "retry",
      code: "source_unreadable",
      cause: broken,
    });
  });

  it("never sends a file whose length has changed", async () => {
    server.reply(() => finished);
    for (const length of [chunkUnit - 1, chunkUnit + 1]) {
      const body = Readable.from([file.subarray(0, length)], { objectMode: false });
      await expect(send(chunkOf(0, chunkUnit, { body }))).rejects.toMatchObject({
        kind: "permanent",
        code: "source_changed",
      });
    }
  });

  it("is refused outside of the file or the unit", async () => {
    await expect(send(chunkOf(0, chunkUnit + 1))).rejects.toBeInstanceOf(RangeError);
    await expect(send(chunkOf(chunkUnit, chunkUnit))).rejects.toBeInstanceOf(RangeError);
    await expect(send(chunkOf(0, file.length + 1))).rejects.toBeInstanceOf(RangeError);
    expect(server.requests).toEqual([]);
  });

  it("has no token or session in messages and log", async () => {
    const met: string[] = [];
    const attempt = () =>
      send(chunkOf(0, chunkUnit)).catch((error: Error) => met.push(`${error.stack} ${String(error.cause)}`));
    server.reply(() => ({
      status: 400,
      body: "Failed to parse Content-Range header session-secret access-secret",
    }));
    await attempt();
    server.script((request) => request.socket.destroy());
    await attempt();
    expect(met.length).toBe(2);
    expect(met.join("\n") + server.logged()).not.toContain("-secret");
  });
});

import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type Piece, pieceUnit } from "./piece.ts";
import { type ScriptedPlatform, startScriptedPlatform } from "./scripted-platform.ts";

let server: ScriptedPlatform;
beforeEach(async () => {
  server = await startScriptedPlatform({ stallSeconds: 1, answerSeconds: 5 });
});
afterEach(() => server.close());

const file = randomBytes(4 * pieceUnit + 1000);
const finished = { status: 201, body: { id: "v1", status: { uploadStatus: "uploaded" } } };

function pieceOf(start: number, end: number, change: Partial<Piece> = {}): Piece {
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

function send(piece: Piece) {
  return server.platform.sendPiece("access-secret", piece);
}

/** Bytes without end. */
function endless(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });
}

describe("a piece", () => {
  it("arrives whole, with its range, and the answer says how far the platform has got", async () => {
    server.reply(() => ({ status: 308, headers: { range: `bytes=0-${2 * pieceUnit - 1}` } }));
    expect(await send(pieceOf(0, 2 * pieceUnit))).toEqual({ received: 2 * pieceUnit });
    const [sent] = server.arrived;
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer access-secret",
      "content-length": String(2 * pieceUnit),
      "content-type": "video/mp4",
      "content-range": `bytes 0-${2 * pieceUnit - 1}/${file.length}`,
    });
    expect(sent?.headers["transfer-encoding"]).toBeUndefined();
    expect(sent?.body.equals(file.subarray(0, 2 * pieceUnit))).toBe(true);
  });

  it("trusts the platform's range over what was sent", async () => {
    server.reply(() => ({ status: 308, headers: { range: `bytes=0-${pieceUnit - 1}` } }));
    expect(await send(pieceOf(0, 3 * pieceUnit))).toEqual({ received: pieceUnit });
    server.reply(() => ({ status: 308 }));
    expect(await send(pieceOf(0, 3 * pieceUnit))).toEqual({ received: 0 });
  });

  it("gives the video when it was the last", async () => {
    server.reply(() => finished);
    expect(await send(pieceOf(4 * pieceUnit, file.length))).toMatchObject({ video: { id: "v1" } });
    expect(server.arrived[0]?.headers["content-range"]).toBe(
      `bytes ${4 * pieceUnit}-${file.length - 1}/${file.length}`,
    );
  });

  it("carries a whole file byte for byte through a platform that keeps less than it is sent", async () => {
    const kept: Buffer[] = [];
    const size = () => kept.reduce((sum, part) => sum + part.length, 0);
    server.reply(({ body }) => {
      const whole = size() + body.length === file.length && body.length <= pieceUnit;
      kept.push(whole ? body : body.subarray(0, pieceUnit));
      return whole ? finished : { status: 308, headers: { range: `bytes=0-${size() - 1}` } };
    });
    let start = 0;
    for (;;) {
      const end = Math.min(start + 2 * pieceUnit, file.length);
      const answer = await send(pieceOf(start, end));
      if ("video" in answer) break;
      start = answer.received;
    }
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(digest(Buffer.concat(kept))).toBe(digest(file));
  });

  it("tells how much has left, growing to the whole", async () => {
    server.reply(() => finished);
    const seen: number[] = [];
    await send(pieceOf(0, file.length, { onSent: (bytes) => seen.push(bytes) }));
    expect(seen).toEqual([2 * pieceUnit, 4 * pieceUnit, file.length]);
  });

  it("holds back its source while the platform takes nothing", async () => {
    server.script((request) => request.pause());
    let read = 0;
    const body = endless();
    body.on("data", (chunk: Buffer) => {
      read += chunk.length;
    });
    body.pause();
    const piece = pieceOf(0, 1024 * pieceUnit, { bytes: 1024 * pieceUnit, body });
    await expect(send(piece)).rejects.toMatchObject({ kind: "retry", code: "stalled" });
    expect(read).toBeLessThan((512 * pieceUnit) / 4);
    expect(body.destroyed).toBe(true);
  });

  it("stalls also while an answer is missing", async () => {
    server.script((request) => request.resume());
    await expect(send(pieceOf(0, file.length))).rejects.toMatchObject({ kind: "retry", code: "stalled" });
  });

  it("may take longer than the limit on silence as long as bytes flow", async () => {
    const patient = await startScriptedPlatform({ stallSeconds: 2 });
    patient.reply(() => finished);
    async function* slowly() {
      for (let from = 0; from < file.length; from += pieceUnit) {
        yield file.subarray(from, from + pieceUnit);
        await new Promise((resolve) => void setTimeout(resolve, 500));
      }
    }
    const body = Readable.from(slowly(), { objectMode: false });
    const sessionUri = `${patient.origin}/upload/youtube/v3/videos?upload_id=1`;
    const answer = await patient.platform.sendPiece("access", pieceOf(0, file.length, { body, sessionUri }));
    expect(answer).toMatchObject({ video: { id: "v1" } });
    await patient.close();
  });
});

describe("a piece of a local file", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "piece-"));
    path = join(folder, "original.mp4");
    await writeFile(path, file);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("holds exactly the bytes of its range", async () => {
    server.reply(() => ({ status: 308 }));
    await send(pieceOf(pieceUnit, 4 * pieceUnit, { body: { file: path } }));
    await send(pieceOf(4 * pieceUnit, file.length, { body: { file: path } }));
    await send(pieceOf(0, file.length, { body: { file: path } }));
    const [middle, last, whole] = server.arrived;
    expect(middle?.body.equals(file.subarray(pieceUnit, 4 * pieceUnit))).toBe(true);
    expect(last?.body.equals(file.subarray(4 * pieceUnit))).toBe(true);
    expect(whole?.body.equals(file)).toBe(true);
  });

  it("arrives unharmed when the platform takes it in fits and starts", async () => {
    const size = 64 * pieceUnit + 5;
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
      pieceOf(0, size, { bytes: size, body: { file: path }, inspect: (bytes) => void seen.update(bytes) }),
    );
    const expected = createHash("sha256").update(large).digest("hex");
    expect(hash.digest("hex")).toBe(expected);
    expect(seen.digest("hex")).toBe(expected);
  });

  it("is not sent when the file has another size than it had", async () => {
    server.reply(() => finished);
    const failure = { kind: "permanent", code: "source_changed" };
    await truncate(path, file.length - 1);
    await expect(send(pieceOf(0, file.length, { body: { file: path } }))).rejects.toMatchObject(failure);
    await writeFile(path, Buffer.concat([file, Buffer.from("x")]));
    await expect(send(pieceOf(0, file.length, { body: { file: path } }))).rejects.toMatchObject(failure);
    expect(server.arrived).toEqual([]);
  });

  it("is tried again when the file can't be read", async () => {
    server.reply(() => finished);
    const body = { file: join(folder, "elsewhere.mp4") };
    await expect(send(pieceOf(0, file.length, { body }))).rejects.toMatchObject({
      kind: "retry",
      code: "source_unreadable",
    });
  });

  it("keeps its last byte back when the inspection finds it wrong", async () => {
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
    await expect(send(pieceOf(0, file.length, { body: { file: path }, inspect }))).rejects.toBe(wrong);
    expect(received).toBeLessThan(file.length);
  });
});

describe("a piece that fails", () => {
  it("hears a refusal that comes before its bytes are read", async () => {
    server.script((_request, response) => response.writeHead(503, { "retry-after": "3" }).end());
    const body = endless();
    const piece = pieceOf(0, 1024 * pieceUnit, { bytes: 1024 * pieceUnit, body });
    await expect(send(piece)).rejects.toMatchObject({
      kind: "retry",
      code: "unavailable",
      retryAfterSeconds: 3,
    });
    expect(body.destroyed).toBe(true);
  });

  it("is unknown when the connection ends without an answer", async () => {
    server.script((request) => {
      request.resume();
      request.on("end", () => request.socket.destroy());
    });
    await expect(send(pieceOf(0, file.length))).rejects.toMatchObject({ kind: "retry", code: "unreachable" });
  });

  it("asks for a fresh token in the middle of an upload", async () => {
    server.reply(() => ({
      status: 401,
      body: { error: { errors: [{ reason: "authError", domain: "global" }] } },
    }));
    await expect(send(pieceOf(0, pieceUnit))).rejects.toMatchObject({
      kind: "retry",
      code: "access_expired",
    });
  });

  it("says that the session is gone", async () => {
    for (const status of [404, 410]) {
      server.reply(() => ({ status }));
      await expect(send(pieceOf(0, pieceUnit))).rejects.toMatchObject({
        kind: "retry",
        code: "session_gone",
      });
    }
  });

  it("follows no redirect", async () => {
    server.reply(() => ({ status: 307, headers: { location: `${server.origin}/elsewhere` } }));
    await expect(send(pieceOf(0, pieceUnit))).rejects.toMatchObject({ code: "refused" });
    expect(server.arrived.length).toBe(1);
  });

  it("ends at once when told to, with the reason given", async () => {
    server.script((request) => request.resume());
    const controller = new AbortController();
    const reason = new Error("draining");
    const body = endless();
    const piece = pieceOf(0, 4096 * pieceUnit, {
      bytes: 4096 * pieceUnit,
      body,
      signal: controller.signal,
      onSent: () => controller.abort(reason),
    });
    await expect(send(piece)).rejects.toBe(reason);
    expect(body.destroyed).toBe(true);
    await expect(send(pieceOf(0, pieceUnit, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it("blames a source that breaks, not the platform", async () => {
    server.reply(() => finished);
    const broken = new Error("disk");
    const body = new Readable({
      read() {
        this.destroy(broken);
      },
    });
    await expect(send(pieceOf(0, pieceUnit, { body }))).rejects.toMatchObject({
      kind: "retry",
      code: "source_unreadable",
      cause: broken,
    });
  });

  it("never sends a file that has become shorter or longer", async () => {
    server.reply(() => finished);
    for (const length of [pieceUnit - 1, pieceUnit + 1]) {
      const body = Readable.from([file.subarray(0, length)], { objectMode: false });
      await expect(send(pieceOf(0, pieceUnit, { body }))).rejects.toMatchObject({
        kind: "permanent",
        code: "source_changed",
      });
    }
  });

  it("is not even tried outside the file or across the unit", async () => {
    await expect(send(pieceOf(0, pieceUnit + 1))).rejects.toBeInstanceOf(RangeError);
    await expect(send(pieceOf(pieceUnit, pieceUnit))).rejects.toBeInstanceOf(RangeError);
    await expect(send(pieceOf(0, file.length + 1))).rejects.toBeInstanceOf(RangeError);
    expect(server.arrived).toEqual([]);
  });

  it("keeps token and session out of messages and the log", async () => {
    const met: string[] = [];
    const attempt = () =>
      send(pieceOf(0, pieceUnit)).catch((error: Error) => met.push(`${error.stack} ${String(error.cause)}`));
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

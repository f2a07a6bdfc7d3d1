import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { youtubeScopes } from "../identity/scopes.ts";
import { connect, personNamed } from "../testing/oauth.ts";
import { pollOptions, startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import {
  queryStatus,
  callApi,
  makeBytes,
  openSession,
  plainMetadata,
  putChunk,
  putIncomplete,
  putWhole,
  refusalReason,
  startUpload,
  unit,
} from "../testing/uploads.ts";

let sandbox: TestSandbox;
let token: string;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  token = (await connect(sandbox.url)).access_token;
});
afterAll(() => sandbox.remove());

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The stored file of an upload, found by its session URI. */
function storedBytes(uri: string): Buffer {
  const id = new URL(uri).searchParams.get("upload_id") ?? "";
  return readFileSync(join(sandbox.dataFolder, "uploads", id));
}

describe("starting an upload", () => {
  it("responds with 200, no body, and the session URI in Location", async () => {
    const answer = await startUpload(sandbox.url, token, { size: 1000 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
    const location = new URL(answer.headers.get("location") ?? "");
    expect(location.origin).toBe(sandbox.url);
    expect(location.searchParams.get("upload_id")?.length).toBeGreaterThan(40);
  });

  it("refuses a missing or invalid token and one without the scope", async () => {
    const none = await startUpload(sandbox.url, undefined, { size: 10 });
    expect([none.status, refusalReason(none)]).toEqual([401, "authError"]);
    const wrong = await startUpload(sandbox.url, "wrong", { size: 10 });
    expect([wrong.status, refusalReason(wrong)]).toEqual([401, "authError"]);
    const reader = await connect(sandbox.url, { scopes: [youtubeScopes.readonly] });
    const narrow = await startUpload(sandbox.url, reader.access_token, { size: 10 });
    expect([narrow.status, refusalReason(narrow)]).toEqual([403, "insufficientPermissions"]);
  });

  it("refuses an account without a channel", async () => {
    const pim = await connect(sandbox.url, { person: personNamed("Pim") });
    const answer = await startUpload(sandbox.url, pim.access_token, { size: 10 });
    expect([answer.status, refusalReason(answer)]).toEqual([401, "youtubeSignupRequired"]);
  });

  it("requires size and type of the file, and uploadType=resumable", async () => {
    const noSize = await startUpload(sandbox.url, token, {
      size: 10,
      headers: { "x-upload-content-length": "" },
    });
    expect(noSize.status).toBe(400);
    const picture = await startUpload(sandbox.url, token, {
      size: 10,
      headers: { "x-upload-content-type": "image/png" },
    });
    expect([picture.status, refusalReason(picture)]).toEqual([400, "badContent"]);
    const multipart = await startUpload(sandbox.url, token, {
      size: 10,
      query: "uploadType=multipart&part=snippet,status",
    });
    expect([multipart.status, refusalReason(multipart)]).toEqual([400, "wrongUrlForUpload"]);
  });

  it("refuses a body that is not JSON", async () => {
    const url = `${sandbox.url}/upload/youtube/v3/videos?uploadType=resumable&part=snippet`;
    const answer = await callApi(url, token, { method: "POST", body: "{" });
    expect([answer.status, refusalReason(answer)]).toEqual([400, "parseError"]);
  });
});

describe("sending bytes", () => {
  it("accepts a whole file in one PUT and responds with 201 and the video", async () => {
    const file = makeBytes(700_001);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const answer = await putWhole(uri, token, file);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      kind: "youtube#video",
      snippet: { title: plainMetadata.snippet.title, channelId: personNamed("Mira").channels[0]?.id },
      status: { uploadStatus: "uploaded", privacyStatus: "private", selfDeclaredMadeForKids: false },
    });
    expect(sha256(storedBytes(uri))).toBe(sha256(file));
  });

  it("accepts chunks and confirms each with 308 and Range, without Location", async () => {
    const file = makeBytes(2 * unit + 77);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const first = await putChunk(uri, token, file, 0, unit);
    expect([first.status, first.headers.get("range")]).toEqual([308, `bytes=0-${unit - 1}`]);
    expect(first.headers.has("location")).toBe(false);
    expect((await putChunk(uri, token, file, unit, 2 * unit)).status).toBe(308);
    expect((await putChunk(uri, token, file, 2 * unit, file.length)).status).toBe(201);
    expect(sha256(storedBytes(uri))).toBe(sha256(file));
  });

  it("refuses a gap, an overlap, an invalid length, a wrong total and an invalid header, and stores nothing", async () => {
    const file = makeBytes(4 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await putChunk(uri, token, file, 0, unit);
    const gap = await putChunk(uri, token, file, 2 * unit, 3 * unit);
    expect([gap.status, refusalReason(gap)]).toEqual([416, "requestedRangeNotSatisfiable"]);
    expect((await putChunk(uri, token, file, 0, unit)).status).toBe(416);
    expect((await putChunk(uri, token, file, unit, unit + 1000)).status).toBe(400);
    const send = (range: string, length: number) =>
      callApi(uri, token, {
        method: "PUT",
        body: new Uint8Array(length),
        headers: { "content-range": range },
      });
    expect((await send(`bytes ${unit}-${2 * unit - 1}/${3 * unit}`, unit)).status).toBe(400);
    expect((await send(`bytes ${unit}-${2 * unit - 1}/${4 * unit}`, unit - 5)).status).toBe(400);
    expect((await send("bytes nonsense", 10)).status).toBe(400);
    const status = await queryStatus(uri, token, file.length);
    expect(status.headers.get("range")).toBe(`bytes=0-${unit - 1}`);
  });

  it("responds with 404 to a session that does not exist or belongs to another channel", async () => {
    const file = makeBytes(unit);
    const unknown = `${sandbox.url}/upload/youtube/v3/videos?uploadType=resumable&upload_id=unknown`;
    expect((await putWhole(unknown, token, file)).status).toBe(404);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const teo = (await connect(sandbox.url, { person: personNamed("Teo") })).access_token;
    expect((await putWhole(uri, teo, file)).status).toBe(404);
    expect((await putWhole(uri, "wrong", file)).status).toBe(401);
  });
});

describe("a status query", () => {
  it("returns 308 without Range while nothing is stored", async () => {
    const uri = await openSession(sandbox.url, token, { size: unit });
    const answer = await queryStatus(uri, token, unit);
    expect([answer.status, answer.headers.has("range"), answer.headers.has("location")]).toEqual([
      308,
      false,
      false,
    ]);
  });

  it("returns the same video after completion, repeatedly", async () => {
    const file = makeBytes(1000);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const done = await putWhole(uri, token, file);
    for (const total of [file.length, "*"] as const) {
      const answer = await queryStatus(uri, token, total);
      expect(answer.status).toBe(200);
      expect(answer.body["id"]).toBe(done.body["id"]);
    }
    expect((await putWhole(uri, token, file)).body["id"]).toBe(done.body["id"]);
  });

  it("confirms whole units of 256 KiB after a dropped connection, where the upload continues", async () => {
    const file = makeBytes(6 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const part = file.subarray(0, 3 * unit + 5000);
    const line = putIncomplete(uri, token, part, `bytes 0-${file.length - 1}/${file.length}`, file.length);
    await expect.poll(async () => storedBytes(uri).length, pollOptions).toBeGreaterThanOrEqual(3 * unit);
    line.close();
    await line.gone;
    const status = await queryStatus(uri, token, file.length);
    expect(status.headers.get("range")).toBe(`bytes=0-${3 * unit - 1}`);
    expect((await putChunk(uri, token, file, 3 * unit, file.length)).status).toBe(201);
    expect(sha256(storedBytes(uri))).toBe(sha256(file));
  });

  it("lets a new PUT replace a hanging one at the confirmed byte", async () => {
    const file = makeBytes(4 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const range = `bytes 0-${file.length - 1}/${file.length}`;
    const hanging = putIncomplete(uri, token, file.subarray(0, 2 * unit), range, file.length);
    await expect.poll(async () => storedBytes(uri).length, pollOptions).toBe(2 * unit);
    const status = await queryStatus(uri, token, file.length);
    expect(status.headers.get("range")).toBe(`bytes=0-${2 * unit - 1}`);
    hanging.more(makeBytes(unit));
    await expect.poll(async () => storedBytes(uri).length, pollOptions).toBe(3 * unit);
    expect((await putChunk(uri, token, file, 2 * unit, file.length)).status).toBe(201);
    await hanging.gone;
    expect(sha256(storedBytes(uri))).toBe(sha256(file));
  });

  it("keeps the bytes received before a stop within a chunk", async () => {
    const file = makeBytes(4 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    const range = `bytes 0-${file.length - 1}/${file.length}`;
    const hanging = putIncomplete(uri, token, file.subarray(0, 2 * unit + 9), range, file.length);
    await expect.poll(async () => storedBytes(uri).length, pollOptions).toBeGreaterThanOrEqual(2 * unit);
    sandbox = await sandbox.restart();
    await hanging.gone;
    const status = await queryStatus(uri, token, file.length);
    expect(status.headers.get("range")).toBe(`bytes=0-${2 * unit - 1}`);
  });

  it("returns the progress after a restart", async () => {
    const file = makeBytes(3 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await putChunk(uri, token, file, 0, 2 * unit);
    sandbox = await sandbox.restart();
    const status = await queryStatus(uri, token, file.length);
    expect(status.headers.get("range")).toBe(`bytes=0-${2 * unit - 1}`);
    expect((await putChunk(uri, token, file, 2 * unit, file.length)).status).toBe(201);
    expect(readdirSync(join(sandbox.dataFolder, "uploads")).length).toBeGreaterThan(0);
  });
});

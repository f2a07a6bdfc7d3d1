import { afterEach, afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { connect, passConsent, postToken, refresh, type Tokens } from "../testing/oauth.ts";
import { pollOptions, startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import {
  queryStatus,
  callApi,
  makeBytes,
  openSession,
  putChunk,
  putWhole,
  refusalReason,
  startUpload,
  unit,
  uploadVideo,
} from "../testing/uploads.ts";

let sandbox: TestSandbox;
let tokens: Tokens;
let token: string;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  tokens = await connect(sandbox.url);
  token = tokens.access_token;
});
afterAll(() => sandbox.remove());
afterEach(() => fetch(`${sandbox.url}/control/failures`, { method: "DELETE" }));

const addFailures = (rule: unknown) =>
  callApi(`${sandbox.url}/control/failures`, undefined, { method: "POST", body: JSON.stringify(rule) });

const ownChannel = () => callApi(`${sandbox.url}/youtube/v3/channels?part=snippet&mine=true`, token);

const videoStatus = z.object({
  items: z.array(
    z.object({
      status: z.object({ uploadStatus: z.string() }).loose(),
      processingDetails: z.object({ processingStatus: z.string() }).loose(),
    }),
  ),
});

async function statusOf(id: string) {
  const url = `${sandbox.url}/youtube/v3/videos?part=status,processingDetails&id=${id}`;
  return videoStatus.parse((await callApi(url, token)).body).items[0];
}

const stateSchema = z.object({
  videos: z.array(z.object({ id: z.string(), sha256: z.string().optional() })),
  sessions: z.array(
    z.object({
      id: z.string(),
      size: z.number(),
      confirmedBytes: z.number(),
      bytesEverReceived: z.number(),
      videoId: z.string().optional(),
    }),
  ),
});

const readState = async () =>
  stateSchema.parse((await callApi(`${sandbox.url}/control/state`, undefined)).body);

async function sessionOf(uri: string) {
  const id = new URL(uri).searchParams.get("upload_id");
  return (await readState()).sessions.find((session) => session.id === id);
}

const processed = (id: string) => async () =>
  (await readState()).videos.find((video) => video.id === id)?.sha256 !== undefined;

describe("scripted failures", () => {
  it("lists the remaining rules, clears them, keeps them over a restart and explains unknown ones", async () => {
    await addFailures([{ kind: "quota_exceeded", times: 2, after: 1 }, { kind: "lost_last_reply" }]);
    sandbox = await sandbox.restart();
    const list = await callApi(`${sandbox.url}/control/failures`, undefined);
    expect(list.body["failures"]).toEqual([
      { kind: "quota_exceeded", times: 2, after: 1 },
      { kind: "lost_last_reply", times: 1, after: 0 },
    ]);
    expect((await addFailures({ kind: "earthquake" })).status).toBe(400);
    expect((await addFailures({ kind: "partial_308", bytes: 3 })).status).toBe(400);
    await fetch(`${sandbox.url}/control/failures`, { method: "DELETE" });
    expect((await callApi(`${sandbox.url}/control/failures`, undefined)).body["failures"]).toEqual([]);
  });

  it("apply `times` times after skipping the first `after` requests", async () => {
    await addFailures({ kind: "quota_exceeded", times: 2, after: 1 });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await ownChannel()).status);
    expect(statuses).toEqual([200, 403, 403, 200]);
  });
});

describe("tokens", () => {
  it("expired_token invalidates the current token until a refresh", async () => {
    await addFailures({ kind: "expired_token" });
    const first = await ownChannel();
    expect([first.status, refusalReason(first)]).toEqual([401, "authError"]);
    expect((await ownChannel()).status).toBe(401);
    token = (await refresh(sandbox.url, tokens.refresh_token ?? "")).access_token;
    expect((await ownChannel()).status).toBe(200);
  });

  it("expired_token during an upload keeps the stored bytes", async () => {
    const file = makeBytes(2 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await putChunk(uri, token, file, 0, unit);
    await addFailures({ kind: "expired_token" });
    expect((await putChunk(uri, token, file, unit, file.length)).status).toBe(401);
    token = (await refresh(sandbox.url, tokens.refresh_token ?? "")).access_token;
    expect((await putChunk(uri, token, file, unit, file.length)).status).toBe(201);
  });

  it("token_error and dropped_token_request fail one request each, no_refresh_token one consent", async () => {
    const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    await addFailures([{ kind: "token_error", error: "invalid_client", status: 401 }]);
    expect(await postToken(sandbox.url, fields)).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    await addFailures({ kind: "dropped_token_request" });
    await expect(postToken(sandbox.url, fields)).rejects.toThrow("fetch failed");
    expect((await postToken(sandbox.url, fields)).status).toBe(200);
    await addFailures({ kind: "no_refresh_token" });
    expect((await connect(sandbox.url)).refresh_token).toBeUndefined();
  });

  it("revoked_consent invalidates access token and refresh token", async () => {
    await addFailures({ kind: "revoked_consent" });
    expect((await ownChannel()).status).toBe(401);
    const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    expect(await postToken(sandbox.url, fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    tokens = await connect(sandbox.url);
    token = tokens.access_token;

    await addFailures({ kind: "revoked_consent" });
    const again = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    expect(await postToken(sandbox.url, again)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await ownChannel()).status).toBe(401);
    tokens = await connect(sandbox.url);
    token = tokens.access_token;
  });

  it("consent_error returns to the application with the error", async () => {
    await addFailures({ kind: "consent_error" });
    const { location } = await passConsent(sandbox.url, { params: { prompt: "consent" } });
    expect(new URL(location ?? "").searchParams.get("error")).toBe("admin_policy_enforced");
  });

  it("slow_token responds after the delay", async () => {
    await addFailures({ kind: "slow_token", milliseconds: 5 });
    expect((await refresh(sandbox.url, tokens.refresh_token ?? "")).access_token).toBeDefined();
  });
});

describe("refused requests", () => {
  it("server_errors responds with 5xx to the given calls, with either form of Retry-After", async () => {
    const date = "Fri, 20 Nov 2026 12:00:00 GMT";
    await addFailures([
      { kind: "server_errors", on: "start", status: 502, retryAfter: 7 },
      { kind: "server_errors", on: "start", retryAfter: date },
    ]);
    expect((await ownChannel()).status).toBe(200);
    const first = await startUpload(sandbox.url, token, { size: 10 });
    expect([first.status, refusalReason(first), first.headers.get("retry-after")]).toEqual([
      502,
      "backendError",
      "7",
    ]);
    const second = await startUpload(sandbox.url, token, { size: 10 });
    expect([second.status, second.headers.get("retry-after")]).toEqual([503, date]);
    expect((await startUpload(sandbox.url, token, { size: 10 })).status).toBe(200);
  });

  it("server_errors can be for one channel only", async () => {
    await addFailures({ kind: "server_errors", channel: "UCteo0Arlund00Workshop01", times: 2 });
    expect((await ownChannel()).status).toBe(200);
    await addFailures({ kind: "server_errors", channel: "UCmira0Solvane0Kitchen01" });
    expect((await ownChannel()).status).toBe(503);
  });

  it("server_errors on bytes stores nothing of the chunk", async () => {
    const file = makeBytes(unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "server_errors", on: "bytes" });
    expect((await putWhole(uri, token, file)).status).toBe(503);
    expect((await queryStatus(uri, token, file.length)).headers.has("range")).toBe(false);
    expect((await putWhole(uri, token, file)).status).toBe(201);
  });

  it("rate_limited, quota_exceeded and upload_limit respond with their reasons", async () => {
    await addFailures({ kind: "rate_limited", retryAfter: 3 });
    const limited = await ownChannel();
    expect([limited.status, refusalReason(limited), limited.headers.get("retry-after")]).toEqual([
      429,
      "rateLimitExceeded",
      "3",
    ]);
    await addFailures({ kind: "quota_exceeded" });
    const quota = await ownChannel();
    expect([quota.status, refusalReason(quota)]).toEqual([403, "quotaExceeded"]);
    await addFailures({ kind: "upload_limit" });
    const upload = await startUpload(sandbox.url, token, { size: 10 });
    expect([upload.status, refusalReason(upload)]).toEqual([400, "uploadLimitExceeded"]);
  });
});

describe("uploads", () => {
  it("partial_308 stores only the first units of a chunk", async () => {
    const file = makeBytes(4 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "partial_308", keep: 2 });
    const partial = await putWhole(uri, token, file);
    expect([partial.status, partial.headers.get("range")]).toEqual([308, `bytes=0-${2 * unit - 1}`]);
    expect((await putChunk(uri, token, file, 2 * unit, file.length)).status).toBe(201);
    expect((await sessionOf(uri))?.bytesEverReceived).toBe(6 * unit);
  });

  it("dropped_connection closes the connection after the given bytes", async () => {
    const file = makeBytes(8 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "dropped_connection", bytes: 3 * unit + 10 });
    await expect(putWhole(uri, token, file)).rejects.toThrow("fetch failed");
    const status = await queryStatus(uri, token, file.length);
    expect(status.headers.get("range")).toBe(`bytes=0-${3 * unit - 1}`);
    expect((await putChunk(uri, token, file, 3 * unit, file.length)).status).toBe(201);
    expect((await sessionOf(uri))?.bytesEverReceived).toBe(8 * unit + 10);
  });

  it("lost_last_reply creates the video and closes the connection; a status query returns the same video", async () => {
    const file = makeBytes(1000);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "lost_last_reply" });
    await expect(putWhole(uri, token, file)).rejects.toThrow("fetch failed");
    const answer = await queryStatus(uri, token, file.length);
    expect(answer.status).toBe(200);
    expect(answer.body["id"]).toBe((await sessionOf(uri))?.videoId);
  });

  it("session_gone ends the session permanently, with or without its video", async () => {
    const file = makeBytes(1000);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "session_gone", status: 410 });
    expect((await putWhole(uri, token, file)).status).toBe(410);
    expect((await queryStatus(uri, token, file.length)).status).toBe(410);
    expect((await sessionOf(uri))?.videoId).toBeUndefined();

    const made = await openSession(sandbox.url, token, { size: file.length });
    await addFailures([{ kind: "lost_last_reply" }, { kind: "session_gone", after: 1 }]);
    await expect(putWhole(made, token, file)).rejects.toThrow("fetch failed");
    expect((await queryStatus(made, token, file.length)).status).toBe(404);
    expect((await sessionOf(made))?.videoId).toBeDefined();
  });

  it("wrong_range discards the part, foreign_session names an address elsewhere", async () => {
    const file = makeBytes(1000);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "wrong_range", range: "bytes=7-9" });
    const answer = await putWhole(uri, token, file);
    expect([answer.status, answer.headers.get("range")]).toEqual([308, "bytes=7-9"]);
    expect((await queryStatus(uri, token, file.length)).headers.has("range")).toBe(false);
    await addFailures({ kind: "foreign_session" });
    const start = await startUpload(sandbox.url, token, { size: 10 });
    expect(start.headers.get("location")).toMatch(/^https:\/\/uploads\.example\//);
  });

  it("stalled stops reading a part until the connection ends", async () => {
    const file = makeBytes(1000);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "stalled", seconds: 1 });
    expect((await putWhole(uri, token, file)).status).toBe(201);
  });

  it("slow lets the confirmed bytes grow visibly", async () => {
    const file = makeBytes(4 * unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await addFailures({ kind: "slow", bytesPerSecond: unit });
    const sending = putWhole(uri, token, file);
    await expect.poll(async () => (await sessionOf(uri))?.confirmedBytes, pollOptions).toBeGreaterThan(0);
    expect((await sessionOf(uri))?.videoId).toBeUndefined();
    expect((await sending).status).toBe(201);
    expect((await sessionOf(uri))?.confirmedBytes).toBe(file.length);
  });

  it("slow can be for one channel only", async () => {
    const rule = {
      kind: "slow",
      channel: "UCteo0Arlund00Workshop01",
      bytesPerSecond: unit,
      times: 1,
      after: 0,
    };
    await addFailures(rule);
    const file = makeBytes(unit);
    const uri = await openSession(sandbox.url, token, { size: file.length });
    expect((await putWhole(uri, token, file)).status).toBe(201);
    expect((await callApi(`${sandbox.url}/control/failures`, undefined)).body["failures"]).toEqual([rule]);
  });
});

describe("results of processing", () => {
  it("locked_private returns another privacy than requested, permanently", async () => {
    await addFailures({ kind: "locked_private" });
    const id = await uploadVideo(sandbox.url, token, makeBytes(100), {
      metadata: { snippet: { title: "Wanted public" }, status: { privacyStatus: "public" } },
    });
    expect((await statusOf(id))?.status).toMatchObject({ privacyStatus: "private" });
  });

  it("processing_failed and rejected return their reasons", async () => {
    await addFailures({ kind: "processing_failed", reason: "codec" });
    const failed = await uploadVideo(sandbox.url, token, makeBytes(100));
    await expect.poll(processed(failed), pollOptions).toBe(true);
    expect(await statusOf(failed)).toMatchObject({
      status: { uploadStatus: "failed", failureReason: "codec" },
      processingDetails: { processingStatus: "failed" },
    });
    await addFailures({ kind: "rejected", reason: "length" });
    const rejected = await uploadVideo(sandbox.url, token, makeBytes(100));
    await expect.poll(processed(rejected), pollOptions).toBe(true);
    expect((await statusOf(rejected))?.status).toMatchObject({
      uploadStatus: "rejected",
      rejectionReason: "length",
    });
  });

  it("processing_failed reports failures of the processing apart from those of the file", async () => {
    await addFailures({ kind: "processing_failed", reason: "streamingFailed" });
    const failed = await uploadVideo(sandbox.url, token, makeBytes(100));
    await expect.poll(processed(failed), pollOptions).toBe(true);
    expect(await statusOf(failed)).toMatchObject({
      status: { uploadStatus: "uploaded" },
      processingDetails: { processingStatus: "failed", processingFailureReason: "streamingFailed" },
    });
  });

  it("stuck_processing never ends, disappeared returns no item", async () => {
    await addFailures({ kind: "stuck_processing" });
    const stuck = await uploadVideo(sandbox.url, token, makeBytes(100));
    await expect.poll(processed(stuck), pollOptions).toBe(true);
    expect((await statusOf(stuck))?.processingDetails.processingStatus).toBe("processing");
    await addFailures({ kind: "disappeared" });
    const gone = await uploadVideo(sandbox.url, token, makeBytes(100));
    await expect.poll(processed(gone), pollOptions).toBe(true);
    expect(await statusOf(gone)).toBeUndefined();
  });
});

import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { XmlDocument } from "libxml2-wasm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { exportFormats } from "#modules/feedback/rules/export-formats.ts";
import { storeMeasurement } from "#modules/media/server/measuring/store-measurement.ts";
import { videos } from "#modules/media/server/tables.ts";
import { findTaskVersion } from "#modules/review/server/public/review.ts";
import { goodSound } from "#testing/check-samples.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let stranger: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  stranger = await app.join("jonas", "EDITOR");
  taskId = await addTaskInReview(app.db, { creator, editor }, { taskTitle: 'Tides: "雨"/2' });
  const params = { id: taskId };
  const body = { id: randomUUID(), version: 1, inFrame: 30, outFrame: 54, text: "The rain is too loud." };
  await creator.call(feedbackEndpoints.addComment, { params, body });
  const reply = { id: randomUUID(), text: "Lowered by 6 dB." };
  const thread = { ...params, commentId: body.id };
  await editor.call(feedbackEndpoints.replyToComment, { params: thread, body: reply });
  await editor.call(feedbackEndpoints.markDone, { params: thread, body: { done: true, note: "Lower." } });
});
afterAll(async () => app?.stop());

async function download(reader: Person, query: Record<string, string | number>) {
  const url = endpointAddress(exportEndpoints.exportComments, { params: { id: taskId }, query });
  return app.app.inject({ method: "GET", url, headers: { cookie: reader.cookie } });
}

/** Judges the version, whose sound was measured as too loud. */
async function measureLoudness(): Promise<void> {
  const version = { taskId, number: 1 };
  const videoId = await app.run(null, async (ctx) => (await findTaskVersion(ctx, version))?.videoId ?? "");
  const values = { ...goodSound, seconds: 4, integrated: -9.8 };
  await app.run(null, (ctx) => storeMeasurement(ctx, videoId, { part: "sound", tools: "1", values }));
}

describe("the export of comments", () => {
  it("is a file with the title and version in its name, which browsers save and never interpret", async () => {
    const { statusCode, headers, rawPayload } = await download(editor, { version: 1, format: "csv" });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition":
        `attachment; filename="Tides _ 2, version 1, comments.csv"; ` +
        `filename*=UTF-8''Tides%20%E9%9B%A8%202%2C%20version%201%2C%20comments.csv`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "no-store",
      "content-length": String(rawPayload.length),
    });
    const [, row] = rawPayload.toString().split("\r\n");
    expect(row).toMatch(
      /^"00:00:01:05","00:00:02:04",30,54,"meera","The rain is too loud.","anika: Lowered by 6 dB.","done",2,"Lower.","20/,
    );
  });

  it.each(exportFormats)("is available for $program", async ({ id, type }) => {
    const { statusCode, headers, body } = await download(creator, { version: 1, format: id });
    expect([statusCode, headers["content-type"]]).toEqual([200, `${type}; charset=utf-8`]);
    expect(body).toContain("The rain is too loud.");
    if (type === "application/xml") XmlDocument.fromString(body).dispose();
  });

  it("counts from the start timecode", async () => {
    const { body } = await download(creator, { version: 1, format: "resolve", start: "01:00:00:00" });
    expect(body).toContain("01:00:01:05 01:00:01:06 01:00:01:05 01:00:01:06");
    const refused = await download(creator, { version: 1, format: "resolve", start: "01:00:00:25" });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, "no_such_timecode"]);
    expect((await download(creator, { version: 1, format: "resolve", start: "1h" })).statusCode).toBe(422);
  });

  it("counts from the timecode of the source if none is given", async () => {
    const withTimecode = sql`jsonb_set(${videos.facts}, '{startTimecode}', '"10:00:00:00"')`;
    await app.db.update(videos).set({ facts: withTimecode });
    const { body } = await download(creator, { version: 1, format: "resolve" });
    expect(body).toContain("10:00:01:05 10:00:01:06");
    const other = await download(creator, { version: 1, format: "resolve", start: "00:00:00:00" });
    expect(other.body).toContain("00:00:01:05 00:00:01:06");
    await app.db.update(videos).set({ facts: sql`${videos.facts} - 'startTimecode'` });
  });

  it("requires a member of the task and a version that has been in review", async () => {
    expect((await download(stranger, { version: 1, format: "csv" })).statusCode).toBe(404);
    const missing = await download(creator, { version: 2, format: "csv" });
    expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([404, "version_not_found"]);
    expect((await download(creator, { version: 1, format: "pdf" })).statusCode).toBe(422);
  });

  it("is also a sheet with all comments and the timecodes' counting", async () => {
    const query = { version: 1, start: "10:00:00:00" };
    const sheet = await creator.call(exportEndpoints.commentSheet, { params: { id: taskId }, query });
    expect(sheet.data).toMatchObject({
      fileName: "cut.mp4",
      frames: 100,
      rate: { num: 25, den: 1 },
      dropFrame: false,
      startFrame: 900_000,
      comments: [{ text: "The rain is too loud.", done: { version: 2 } }, { text: "Lowered by 6 dB." }],
    });
    await measureLoudness();
    const checked = await creator.call(exportEndpoints.commentSheet, { params: { id: taskId }, query });
    expect(checked.data.findings).toMatchObject([
      { kind: "no_sound" },
      { text: "YouTube will play this 4.2 dB quieter." },
    ]);
    const params = { id: taskId };
    const next = await creator.call(exportEndpoints.commentSheet, { params, query: { ...query, after: 1 } });
    expect(next.data).toMatchObject({ comments: [{ text: "Lowered by 6 dB." }], findings: [] });
    const { body } = await download(creator, { version: 1, format: "csv" });
    expect(body).toMatch(
      /"Technical check","Loudness: YouTube will play this 4\.2 dB quieter\."[^\r]*,"finding"/,
    );
    const refused = await stranger.call(exportEndpoints.commentSheet, { params: { id: taskId }, query });
    expect(refused.status).toBe(404);
  });
});

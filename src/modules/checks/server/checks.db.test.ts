import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { FrameRange, PictureMeasures, SoundMeasures } from "#adapters/ffmpeg/measures.ts";
import { after, hour } from "#core/time.ts";
import { checksEndpoints } from "#modules/checks/contract/checks.ts";
import { rulesVersion } from "#modules/checks/rules/judge.ts";
import { storeMeasurement } from "#modules/media/server/measuring/store-measurement.ts";
import { measurements, videos } from "#modules/media/server/tables.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { versionReady } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { goodPicture, goodSound } from "#testing/check-samples.ts";
import { addTaskInReview, addVersionInReview, sampleFacts } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { evaluate } from "./findings/evaluate.ts";
import { evaluateOutdated, evaluationWorker } from "./findings/jobs.ts";
import { versionChecks } from "./tables.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
  await probe(1);
});

const facts: ProbeFacts = {
  ...sampleFacts,
  durationSeconds: 100,
  audio: { codec: "aac", codecString: null, channels: 2, sampleRate: 48_000, startSeconds: 0 },
  video: { ...sampleFacts.video, frames: 2500 },
};

async function videoId(version: number): Promise<string> {
  const [row] = await app.db
    .select({ id: versions.videoId })
    .from(versions)
    .where(and(eq(versions.taskId, taskId), eq(versions.number, version)));
  if (!row) throw new Error(`There is no version ${version}.`);
  return row.id;
}

async function probe(version: number, changed: ProbeFacts = facts): Promise<void> {
  await app.db
    .update(videos)
    .set({ facts: changed, readyAt: new Date() })
    .where(eq(videos.id, await videoId(version)));
  await app.run(null, (ctx) => evaluate(ctx, { taskId, version }));
}

async function measureSound(version: number, values: Partial<SoundMeasures>): Promise<void> {
  const id = await videoId(version);
  const measured = { part: "sound", tools: "1/7.0", values: { ...goodSound, ...values } } as const;
  await app.run(null, (ctx) => storeMeasurement(ctx, id, measured));
}

async function measurePicture(version: number, values: Partial<PictureMeasures> = {}): Promise<void> {
  const id = await videoId(version);
  const measured = { part: "picture", tools: "1/7.0", values: { ...goodPicture, ...values } } as const;
  await app.run(null, (ctx) => storeMeasurement(ctx, id, measured));
}

async function nextVersion(number: number): Promise<void> {
  await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number });
  await probe(number);
}

const params = () => ({ id: taskId });
const report = async (version: number, reader = creator) =>
  (await reader.call(checksEndpoints.checkReport, { params: params(), query: { version } })).data;
const findingKinds = async (version: number) => (await report(version)).findings.map(({ kind }) => kind);
const accept = async (key: string, version = 1, reason = "") =>
  creator.call(checksEndpoints.acceptFinding, {
    params: { ...params(), findingKey: key },
    body: { version, reason },
  });
const explain = async (key: string, text: string) =>
  editor.call(checksEndpoints.explainFinding, {
    params: { ...params(), findingKey: key },
    body: { version: 1, text },
  });
const black = (from: number, to: number): { black: FrameRange[] } => ({ black: [{ from, to }] });

describe("the report", () => {
  it("keeps parts that are not measured apart from those that are fine", async () => {
    expect((await report(1)).parts).toEqual({
      file: { state: "checked" },
      sound: { state: "pending" },
      picture: { state: "pending" },
    });
    await measureSound(1, {});
    const id = await videoId(1);
    const missing = { part: "picture", tools: "1/7.0", obstacle: "filter_missing" } as const;
    await app.run(null, (ctx) => storeMeasurement(ctx, id, missing));
    expect((await report(1)).parts).toMatchObject({
      sound: { state: "checked" },
      picture: { state: "unchecked", reason: "filter_missing" },
    });
  });

  it("doesn't wait for a measurement that never came", async () => {
    app.setNow(after(new Date(), 25 * hour));
    expect((await report(1)).parts.sound).toMatchObject({ state: "unchecked", reason: "interrupted" });
    await app.db.delete(versionChecks).where(eq(versionChecks.taskId, taskId));
    const none = { state: "unchecked", reason: "not_measured" };
    expect((await report(1)).parts).toMatchObject({ file: none, sound: none });
    app.setNow(null);
  });

  it("states consequences and measured values as soon as a part is measured", async () => {
    await measureSound(1, { integrated: -9.8 });
    const { findings, open, measured } = await report(1, editor);
    expect(findings).toMatchObject([
      { kind: "loud", text: "YouTube will play this 4.2 dB quieter.", state: "open", range: null },
    ]);
    expect(open).toBe(1);
    expect(measured).toMatchObject({ loudness: -9.8, loudnessRange: 6, truePeak: -2, width: 640 });
  });
});

describe("statements", () => {
  it("keeps a finding accepted in later versions, also shifted by a cut, until it is taken back", async () => {
    await measurePicture(1, black(1000, 1050));
    const [finding] = (await report(1)).findings;
    const key = finding?.key ?? "";
    const accepted = await accept(key, 1, "A pause.");
    expect(accepted.data).toMatchObject({
      state: "accepted",
      acceptance: { by: { name: creator.user.name }, version: 1, text: "A pause." },
    });
    await nextVersion(2);
    await measurePicture(2, black(900, 950));
    expect(await report(2)).toMatchObject({ open: 0, findings: [{ key, state: "accepted" }] });
    const query = { version: 2 };
    await creator.call(checksEndpoints.withdrawAcceptance, {
      params: { ...params(), findingKey: key },
      query,
    });
    expect(await report(2)).toMatchObject({ open: 1, findings: [{ key, state: "open" }] });
  });

  it("accepts nothing that is longer than what was accepted", async () => {
    await measurePicture(1, black(1000, 1050));
    await accept((await report(1)).findings[0]?.key ?? "");
    await nextVersion(2);
    await measurePicture(2, black(1000, 1500));
    expect(await report(2)).toMatchObject({ open: 1, findings: [{ state: "open" }] });
  });

  it("counts an acceptance that is sent while the next version is evaluated", async () => {
    await measurePicture(1, black(1000, 1050));
    const key = (await report(1)).findings[0]?.key ?? "";
    await nextVersion(2);
    await Promise.all([accept(key), measurePicture(2, black(1000, 1050)), accept(key)]);
    expect(await report(2)).toMatchObject({ open: 0, findings: [{ key, state: "accepted" }] });
  });

  it("has explained findings open, and knows the last writer", async () => {
    await measurePicture(1, black(1000, 1050));
    const key = (await report(1)).findings[0]?.key ?? "";
    await explain(key, "Intended");
    const { data } = await explain(key, "The film ends here.");
    expect(data).toMatchObject({ state: "explained", explanation: { text: "The film ends here." } });
    expect((await report(1)).open).toBe(1);
    expect((await accept("black-9-9")).status).toBe(404);
  });
});

it("counts its findings in the request to review the version, until they are accepted", async () => {
  const reviewEndsAt = after(new Date(), hour);
  await app.run(null, (ctx) => ctx.emit(versionReady, { taskId, version: 1, reviewEndsAt }));
  const description = async () =>
    (await creator.call(notificationsEndpoints.list, { query: {} })).data.items.find(
      ({ kind }) => kind === "ready_to_review",
    )?.description;
  expect(await description()).toMatch(/^Version 1 is ready for review\. It expires/);
  await measurePicture(1, black(1000, 1050));
  expect(await description()).toMatch(
    /^Version 1 is ready for review, with 1 finding of the technical check\. It expires/,
  );
  await accept((await report(1)).findings[0]?.key ?? "");
  expect(await description()).toMatch(/^Version 1 is ready for review\. It expires/);
  await measureSound(1, { integrated: -9 });
  await app.run(null, (ctx) => ctx.emit(versionReady, { taskId, version: 1, reviewEndsAt }));
  expect(await description()).toContain("with 1 finding");
});

it("is part of a user's data, and what they wrote is deleted with their account", async () => {
  await measurePicture(1, black(1000, 1050));
  const key = (await report(1)).findings[0]?.key ?? "";
  await explain(key, "The film ends here.");
  const { data } = await editor.call(accountDeletionEndpoints.downloadData, {});
  expect(data["checks"]).toMatchObject({
    specification: null,
    statements: [{ taskId, key, statement: "explanation", text: "The film ends here." }],
  });
  const password = `${editor.user.name} likes long reels`;
  await editor.call(accountDeletionEndpoints.deleteAccount, { body: { password } });
  expect((await report(1)).findings).toMatchObject([{ state: "explained", explanation: { text: "" } }]);
});

it("closes with its task: nothing is said about findings of a published video", async () => {
  await measurePicture(1, black(1000, 1050));
  const key = (await report(1)).findings[0]?.key ?? "";
  await app.db.update(tasks).set({ stage: "published" }).where(eq(tasks.id, taskId));
  expect(await accept(key)).toMatchObject({ status: 409, code: "wrong_stage" });
});

describe("the specification", () => {
  it("judges the newest version of a task again when its own one is saved", async () => {
    expect(await findingKinds(1)).toEqual([]);
    const saved = await creator.call(checksEndpoints.saveTaskSpecification, {
      params: params(),
      body: { specification: { width: 1920, height: 1080 } },
    });
    expect(saved.data).toMatchObject({ effective: { width: 1920 }, task: { height: 1080 }, creator: {} });
    expect(await findingKinds(1)).toEqual(["picture_size"]);
    await creator.call(checksEndpoints.saveTaskSpecification, {
      params: params(),
      body: { specification: null },
    });
    expect(await findingKinds(1)).toEqual([]);
  });

  it("is shown at once to those who work on a task without a version", async () => {
    await app.db.delete(versionChecks).where(eq(versionChecks.taskId, taskId));
    app.realtimeMessages.length = 0;
    await creator.call(checksEndpoints.saveTaskSpecification, {
      params: params(),
      body: { specification: { width: 1920 } },
    });
    expect(app.realtimeMessages).toContainEqual({
      people: expect.arrayContaining([creator.user.id, editor.user.id]),
      name: "check_changed",
      payload: { taskId },
    });
  });

  it("judges open tasks again when the creator's is saved", async () => {
    const specification = { frameRate: { num: 30_000, den: 1001 } };
    await creator.call(checksEndpoints.saveCreatorSpecification, { query: {}, body: { specification } });
    await app.work();
    expect(await findingKinds(1)).toEqual(["frame_rate"]);
    const { data } = await creator.call(checksEndpoints.creatorSpecification, { query: {} });
    expect(data).toEqual(specification);
  });

  it("is loaded again by all who read the creator's", async () => {
    app.realtimeMessages.length = 0;
    const body = { specification: {} };
    await creator.call(checksEndpoints.saveCreatorSpecification, { query: {}, body });
    expect(app.realtimeMessages).toContainEqual({
      people: expect.arrayContaining([creator.user.id, editor.user.id]),
      name: "specification_changed",
      payload: {},
    });
  });

  it("publishes what other rules find only if it has changed", async () => {
    await measurePicture(1, black(1000, 1050));
    const ofTask = eq(versionChecks.taskId, taskId);
    const messages = async (outdated: Partial<typeof versionChecks.$inferInsert>) => {
      await app.db
        .update(versionChecks)
        .set({ rulesVersion: 0, ...outdated })
        .where(ofTask);
      app.realtimeMessages.length = 0;
      await app.run(null, (ctx) => ctx.enqueue(evaluateOutdated, {}));
      await app.work();
      return app.realtimeMessages.map(({ name }) => name);
    };
    expect(await messages({})).toEqual([]);
    expect(await report(1)).toMatchObject({ open: 1 });
    expect(await messages({ findings: [] })).toContain("check_changed");
  });

  it("judges versions again that other rules have judged, and keeps what was said", async () => {
    await measurePicture(1, black(1000, 1050));
    const key = (await report(1)).findings[0]?.key ?? "";
    await accept(key);
    const outdated = [{ kind: "black" as const, key, range: { from: 1000, to: 1048 }, values: {} }];
    const ofTask = eq(versionChecks.taskId, taskId);
    await app.db.update(versionChecks).set({ findings: outdated, rulesVersion: 0 }).where(ofTask);
    await app.run(null, (ctx) => ctx.enqueue(evaluateOutdated, {}));
    await app.work();
    const [check] = await app.db.select().from(versionChecks).where(ofTask);
    expect(check).toMatchObject({
      rulesVersion,
      open: 0,
      findings: [{ key, range: { from: 1000, to: 1049 } }],
    });
  });

  it("judges the other versions if one can't be judged", async () => {
    const id = await videoId(1);
    await measureSound(1, {});
    const other = await addTaskInReview(app.db, { creator, editor });
    const facts = { facts: sampleFacts };
    await app.db.update(videos).set(facts).where(eq(videos.taskId, other));
    await app.run(null, (ctx) => evaluate(ctx, { taskId: other, version: 1 }));
    await app.db
      .update(measurements)
      .set({ values: { channels: 2 } as SoundMeasures })
      .where(eq(measurements.videoId, id));
    await app.db.update(versionChecks).set({ rulesVersion: 0 });
    const { work } = evaluationWorker({
      run: app.run,
      read: (actor, action) => app.run(actor, action),
    });
    await expect(work({}, new AbortController().signal)).rejects.toThrow(TypeError);
    const checks = await app.db.select().from(versionChecks).where(eq(versionChecks.rulesVersion, 0));
    expect(checks).toMatchObject([{ taskId }]);
    await app.db.delete(versionChecks).where(eq(versionChecks.taskId, taskId));
  });

  it("leaves versions alone that later rules have judged", async () => {
    const later = rulesVersion + 1;
    await app.db.update(versionChecks).set({ rulesVersion: later }).where(eq(versionChecks.taskId, taskId));
    await app.run(null, (ctx) => ctx.enqueue(evaluateOutdated, {}));
    await app.work();
    const [check] = await app.db.select().from(versionChecks).where(eq(versionChecks.taskId, taskId));
    expect(check?.rulesVersion).toBe(later);
  });

  it("is changed by those who may edit tasks, while the task isn't being published", async () => {
    const save = (by: Person) =>
      by.call(checksEndpoints.saveTaskSpecification, { params: params(), body: { specification: {} } });
    expect((await save(editor)).status).toBe(403);
    await app.db.update(tasks).set({ stage: "publishing" }).where(eq(tasks.id, taskId));
    expect(await save(creator)).toMatchObject({ status: 409, code: "wrong_stage" });
  });

  it("refuses demands that contradict each other", async () => {
    const { status } = await creator.call(checksEndpoints.saveCreatorSpecification, {
      query: {},
      body: { specification: { minSeconds: 60, maxSeconds: 30 } },
    });
    expect(status).toBe(422);
  });
});

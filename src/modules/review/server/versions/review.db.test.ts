import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { on, type Run } from "#core/server/context.ts";
import { after, day, hour, minute } from "#core/time.ts";
import { listTasks } from "#modules/board/server/list/task-list.ts";
import type { VideoFailure } from "#modules/media/rules/video-failures.ts";
import { recordSentDigest } from "#modules/media/server/preparation/digests.ts";
import { abandonVideoUpload } from "#modules/media/server/uploads/video-uploads.ts";
import { originalKey, posterKey, videoFolder } from "#modules/media/server/videos/object-keys.ts";
import {
  type Preview,
  uploadExpired,
  versionRefused,
  windowClosing,
} from "#modules/review/contract/versions.ts";
import { advanceTask } from "#modules/tasks/server/public/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { cancelTask, createTask, updateTask } from "#modules/tasks/server/tasks/task-form.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { approve, extendWindow } from "../decisions/decisions.ts";
import { rejectVersion } from "../public/reject-version.ts";
import { restartWindow } from "../public/review.ts";
import { videoPreview, listTaskVersions } from "./preview.ts";
import { beginVersion, uploadToContinue } from "./uploads.ts";

const windowSeconds = 10 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

const closing: { taskId: number; version: number }[] = [];
const expired: { taskId: number; version: number }[] = [];
const refused: { taskId: number; version: number; failure: VideoFailure }[] = [];
let app: TestApp;
let review: ReviewScenario;
let creator: TestActor;
let editor: TestActor;
let stranger: TestActor;

beforeAll(async () => {
  const eventHandlers = [
    on(windowClosing, async (_ctx, { taskId, version }) => {
      closing.push({ taskId, version });
    }),
    on(versionRefused, async (_ctx, about) => {
      refused.push(about);
    }),
    on(uploadExpired, async (_ctx, about) => {
      expired.push(about);
    }),
  ];
  app = await startApp({ reviewWindowSeconds: windowSeconds, eventHandlers });
  review = await reviewScenario(app);
  ({ creator, editor, otherEditor: stranger } = review);
  app.setNow(start);
});

afterAll(async () => {
  await review.close();
  await app.stop();
});

const details = taskForm({ assignedTo: "mira" });

async function newTask(): Promise<number> {
  const task = await as(creator, (ctx) => createTask(ctx, details));
  return task.id;
}

const as: Run = (actor, act) => app.run(actor, act);
const preview = (taskId: number, actor = creator) => as(actor, (ctx) => videoPreview(ctx, taskId));
/** The task's card on the board. */
const card = (taskId: number) =>
  as(creator, async (ctx) => {
    const { items } = await listTasks(ctx, { limit: 100 });
    return items.find(({ id }) => id === taskId);
  });
const file = (fingerprint: string = randomUUID(), bytes = 1000) => ({
  fileName: "cut.mp4",
  bytes,
  type: "video/mp4",
  fingerprint,
});

/** Uploads a clip as the task's next version and runs the jobs that follow. */
async function sendVersion(...sent: Parameters<ReviewScenario["send"]>) {
  const response = await review.send(...sent);
  await app.work();
  return response;
}

const stored = (videoId: string) => app.storage.stat(originalKey(videoId));

function at(moment: Date): Promise<string[]> {
  app.setNow(moment);
  return app.work();
}

const refusal = (code: string) => ({ code });

describe("a version", () => {
  it("is in review once it is playable, and its window starts", async () => {
    const taskId = await newTask();
    const sent = await sendVersion(taskId);
    expect(sent).toMatchObject({ status: 200, message: "Video uploaded successfully!" });
    const end = after(start, windowSeconds * 1000);
    expect(await card(taskId)).toMatchObject({
      stage: "in_review",
      version: 1,
      posterUrl: expect.stringContaining(sent.videoId),
      reviewEndsAt: end.toISOString(),
    });
    const seen: Preview = await preview(taskId);
    expect(seen).toMatchObject({
      taskTitle: details.taskTitle,
      editor: { name: "mira" },
      youtuber: { name: "ines" },
      version: { number: 1, state: "in_review", fileName: "h264.mp4", reviewEndsAt: end.toISOString() },
      next: null,
      playback: { state: "ready", prepared: 1, width: 640, height: 360, rate: { num: 30, den: 1 } },
    });
    expect(seen.editedVideoUrl).toMatch(/\/original\/h264\.mp4$/);
    const watched = await fetch(review.url + seen.editedVideoUrl, {
      headers: { cookie: creator.cookie },
    });
    expect(watched.status).toBe(200);
    expect(app.realtimeMessages).toContainEqual({
      people: [creator.id, editor.id],
      name: "task_changed",
      payload: { taskId },
    });
  });

  it("has the chapters of the description, if they fit its length of 60 seconds", async () => {
    const taskId = await newTask();
    await sendVersion(taskId, "h264-small-minute");
    const chaptersOf = async (description: string) => {
      await app.db.update(tasks).set({ description }).where(eq(tasks.id, taskId));
      return (await preview(taskId)).chapters;
    };
    expect(await chaptersOf("0:00 Bridge\n0:10 Rain\n0:50 Home")).toEqual([
      { startSeconds: 0, title: "Bridge" },
      { startSeconds: 10, title: "Rain" },
      { startSeconds: 50, title: "Home" },
    ]);
    expect(await chaptersOf("0:00 Bridge\n0:10 Rain\n0:55 Home")).toEqual([]);
  });

  it("does not exist for other users", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    const hidden = { status: 404, code: "task_not_found" };
    await expect(preview(taskId, stranger)).rejects.toMatchObject(hidden);
    await expect(as(stranger, (ctx) => listTaskVersions(ctx, taskId))).rejects.toMatchObject(hidden);
    await expect(as(stranger, (ctx) => beginVersion(ctx, { taskId, ...file() }))).rejects.toMatchObject(
      hidden,
    );
    const approval = as(editor, (ctx) => approve(ctx, { taskId, version: 1 }));
    await expect(approval).rejects.toMatchObject({ status: 403, code: "missing_right" });
    expect(await sendVersion(taskId, "h264", stranger)).toMatchObject({ status: 404 });
    const { editedVideoUrl } = await preview(taskId);
    const others = await fetch(review.url + editedVideoUrl, { headers: { cookie: editor.cookie } });
    expect(others.status).toBe(404);
  });

  it("is refused with a reason if its file can't be used, and the task keeps waiting", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId, "noise");
    expect(await card(taskId)).toMatchObject({ stage: "assigned", version: 0 });
    expect(await preview(taskId, editor)).toMatchObject({
      version: { number: 1, state: "refused", refusal: expect.stringContaining("isn't a video") },
      playback: null,
    });
    expect(await stored(videoId)).toBeNull();
    await sendVersion(taskId);
    expect(await card(taskId)).toMatchObject({ stage: "in_review", version: 2 });
  });

  it("is refused during review if it is not the file that was sent", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    refused.length = 0;
    await as(null, (ctx) => recordSentDigest(ctx, videoId, "0".repeat(64)));
    const reason = expect.stringContaining("differs from the file that was sent");
    expect(refused).toEqual([{ taskId, version: 1, failure: { code: "digest_mismatch" } }]);
    expect(await card(taskId)).toMatchObject({ stage: "assigned", posterUrl: null });
    expect((await preview(taskId, editor)).version).toMatchObject({ state: "refused", refusal: reason });
    await app.work();
    expect(await stored(videoId)).toBeNull();
  });

  it("supersedes the rejected version before it", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    await as(creator, (ctx) =>
      rejectVersion(ctx, { taskId, version: 1, feedback: "Duck the music.", openComments: 0 }),
    );
    expect(await card(taskId)).toMatchObject({ stage: "changes_requested", feedback: "Duck the music." });
    expect(await preview(taskId)).toMatchObject({
      version: { state: "rejected" },
      playback: { state: "ready" },
    });
    await as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    expect(await preview(taskId)).toMatchObject({
      version: { number: 1 },
      next: { number: 2, state: "uploading" },
    });
    const upload = await as(editor, (ctx) => uploadToContinue(ctx, taskId));
    await as(editor, (ctx) => abandonVideoUpload(ctx, upload?.videoId ?? ""));
    await sendVersion(taskId, "h264-other");
    const versions = await as(editor, (ctx) => listTaskVersions(ctx, taskId));
    expect(versions.map(({ number, state, feedback }) => [number, state, feedback])).toEqual([
      [2, "in_review", null],
      [1, "superseded", "Duck the music."],
    ]);
    expect(await card(taskId)).toMatchObject({ version: 2, feedback: null });
  });
});

describe("an upload of a version", () => {
  it("is the only one of its task, and resumes with the same file", async () => {
    const taskId = await newTask();
    const same = file();
    const opened = await as(editor, (ctx) => beginVersion(ctx, { taskId, ...same }));
    expect(await as(editor, (ctx) => beginVersion(ctx, { taskId, ...same }))).toEqual(opened);
    const other = as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    await expect(other).rejects.toMatchObject(refusal("upload_in_progress"));
    expect(await sendVersion(taskId)).toMatchObject({ status: 409 });
    expect(await as(editor, (ctx) => uploadToContinue(ctx, taskId))).toMatchObject({
      ...opened,
      fileName: "cut.mp4",
    });
    await as(editor, (ctx) => abandonVideoUpload(ctx, opened.videoId));
    expect(await as(editor, (ctx) => uploadToContinue(ctx, taskId))).toBeNull();
    expect(await as(editor, (ctx) => listTaskVersions(ctx, taskId))).toEqual([]);
    await as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    expect(await as(editor, (ctx) => listTaskVersions(ctx, taskId))).toMatchObject([{ number: 1 }]);
  });

  it("is refused while a version is in review", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    const early = as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    await expect(early).rejects.toMatchObject(refusal("wrong_stage"));
    expect(await sendVersion(taskId)).toMatchObject({ status: 409 });
  });

  it("is cancelled when the editor changes", async () => {
    const taskId = await newTask();
    const opened = await as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    await as(creator, (ctx) => updateTask(ctx, taskId, { ...details, assignedTo: "oskar" }));
    expect(await as(stranger, (ctx) => uploadToContinue(ctx, taskId))).toBeNull();
    const gone = await fetch(review.url + opened.uploadUrl, {
      method: "HEAD",
      headers: { cookie: editor.cookie, "tus-resumable": "1.0.0" },
    });
    expect(gone.status).toBe(410);
  });
});

describe("an abandoned upload", () => {
  it("expires after seven days with an event; a cancelled one emits no event", async () => {
    const taskId = await newTask();
    const sweepAt = async (moment: Date) => {
      app.queue.push({ job: "media.sweep", data: {}, when: undefined });
      await at(moment);
    };
    const opened = await as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    const keptUntil = after(start, 7 * day).toISOString();
    expect(await as(editor, (ctx) => uploadToContinue(ctx, taskId))).toMatchObject({ keptUntil });
    await sweepAt(after(start, 6.9 * day));
    const events = () => expired.filter((about) => about.taskId === taskId);
    expect(events()).toEqual([]);
    await sweepAt(after(start, 7.1 * day));
    expect(events()).toEqual([{ taskId, version: 1 }]);
    expect(await as(editor, (ctx) => uploadToContinue(ctx, taskId))).toBeNull();
    app.setNow(start);
    const next = await as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }));
    expect(next.videoId).not.toBe(opened.videoId);
    const headers = { cookie: editor.cookie, "tus-resumable": "1.0.0" };
    expect((await fetch(review.url + next.uploadUrl, { method: "DELETE", headers })).status).toBe(204);
    expect(events()).toHaveLength(1);
  });
});

describe("the start of an upload", () => {
  it("is rejected when the file doesn't fit, before its first byte", async () => {
    const taskId = await newTask();
    let free = 4_000_000_000;
    const { url, close } = await app.listen({ storage: { ...app.storage, freeBytes: async () => free } });
    const begin = () =>
      fetch(`${url}/api/v1/task/begin-upload`, {
        method: "POST",
        headers: { cookie: editor.cookie, "content-type": "application/json" },
        body: JSON.stringify({ taskId, ...file(), bytes: 5_000_000_000 }),
      });
    expect((await begin()).status).toBe(507);
    expect(await as(editor, (ctx) => uploadToContinue(ctx, taskId))).toBeNull();
    free = 6_000_000_000;
    expect((await begin()).status).toBe(200);
    await close();
  });
});

describe("the review window", () => {
  it("deletes the video at its end, and the task waits for another upload", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    await at(after(start, windowSeconds * 1000 - 1000));
    expect(await card(taskId)).toMatchObject({ stage: "in_review" });
    const { editedVideoUrl } = await preview(taskId);
    await at(after(start, windowSeconds * 1000 + 1000));
    expect(await card(taskId)).toMatchObject({ stage: "assigned", posterUrl: null, reviewEndsAt: null });
    const left: string[] = [];
    for await (const { key } of app.storage.list(videoFolder(videoId))) left.push(key);
    expect(left).toEqual([]);
    const over = await fetch(review.url + editedVideoUrl, { headers: { cookie: creator.cookie } });
    expect(over.status).toBe(403);
    expect(await preview(taskId)).toMatchObject({
      // Its comments keep their timecodes.
      version: { state: "expired", rate: { num: 30, den: 1 } },
      playback: null,
      editedVideoUrl: null,
    });
    app.setNow(start);
  });

  it("can be extended once by its own length", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    const extend = () => as(creator, (ctx) => extendWindow(ctx, { taskId, version: 1 }));
    const end = after(start, 2 * windowSeconds * 1000);
    expect(await extend()).toMatchObject({ reviewEndsAt: end.toISOString() });
    await expect(extend()).rejects.toMatchObject(refusal("already_extended"));
    await at(after(start, windowSeconds * 1000 + 1000));
    expect(await card(taskId)).toMatchObject({ stage: "in_review" });
    await at(after(end, 1000));
    expect(await card(taskId)).toMatchObject({ stage: "assigned" });
    app.setNow(start);
  });

  it("warns two hours and half an hour before its end, unless it was extended or stopped", async () => {
    const end = windowSeconds * 1000;
    const warned = async (taskId: number, moment: Date) => {
      closing.length = 0;
      await at(moment);
      return closing.filter((about) => about.taskId === taskId);
    };
    const taskId = await newTask();
    await sendVersion(taskId);
    const decidedId = await newTask();
    await sendVersion(decidedId);
    await as(creator, (ctx) => approve(ctx, { taskId: decidedId, version: 1 }));
    expect(await warned(taskId, after(start, end - 2 * hour - minute))).toEqual([]);
    expect(await warned(taskId, after(start, end - 2 * hour))).toEqual([{ taskId, version: 1 }]);
    expect(await warned(decidedId, after(start, end - 2 * hour))).toEqual([]);
    await as(creator, (ctx) => extendWindow(ctx, { taskId, version: 1 }));
    expect(await warned(taskId, after(start, end))).toEqual([]);
    expect(await warned(taskId, after(start, 2 * end - 2 * hour))).toEqual([{ taskId, version: 1 }]);
    expect(await warned(taskId, after(start, 2 * end - 30 * minute))).toEqual([{ taskId, version: 1 }]);
    app.setNow(start);
  });

  it("stops during publishing and starts again after a failure", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    await as(null, (ctx) => advanceTask(ctx, taskId, "start_publishing"));
    await at(after(start, 20 * hour));
    await as(null, async (ctx) => {
      await advanceTask(ctx, taskId, "publishing_failed");
      await restartWindow(ctx, taskId);
    });
    const end = after(start, 30 * hour);
    expect(await card(taskId)).toMatchObject({ stage: "approved", reviewEndsAt: end.toISOString() });
    await as(null, (ctx) => advanceTask(ctx, taskId, "start_publishing"));
    await at(after(end, hour));
    expect(await card(taskId)).toMatchObject({ stage: "publishing", reviewEndsAt: null });
    expect(await stored(videoId)).not.toBeNull();
    await as(null, async (ctx) => {
      await advanceTask(ctx, taskId, "publishing_failed");
      await restartWindow(ctx, taskId);
    });
    await at(after(end, 12 * hour));
    expect(await card(taskId)).toMatchObject({ stage: "assigned", posterUrl: null });
    expect(await stored(videoId)).toBeNull();
    app.setNow(start);
  });
});

describe("a version whose file was lost", () => {
  const reconcile = async () => {
    app.queue.push({ job: "media.reconcile", data: {}, when: undefined });
    await app.work();
  };
  const lost = { state: "refused", refusal: expect.stringContaining("upload it again") };

  it.each(["in review", "approved"])("has to be uploaded again: %s", async (how) => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    if (how === "approved") await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    await app.storage.remove(originalKey(videoId));
    await reconcile();
    expect(await card(taskId)).toMatchObject({ stage: "assigned", posterUrl: null, reviewEndsAt: null });
    expect(await preview(taskId)).toMatchObject({ version: lost, playback: null });
    expect(await as(editor, (ctx) => beginVersion(ctx, { taskId, ...file() }))).toMatchObject({
      received: 0,
    });
  });

  it("is handled by the delivery during publishing, and keeps its poster afterwards", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    await as(null, (ctx) => advanceTask(ctx, taskId, "start_publishing"));
    await app.storage.remove(originalKey(videoId));
    await reconcile();
    expect(await card(taskId)).toMatchObject({
      stage: "publishing",
      posterUrl: expect.stringContaining(videoId),
    });
    await as(null, (ctx) => advanceTask(ctx, taskId, "publish"));
    await reconcile();
    expect(await preview(taskId)).toMatchObject({
      stage: "published",
      playback: { state: "deleted", fileUrl: null, posterUrl: expect.stringContaining("poster") },
    });
  });
});

describe("the end of a task", () => {
  it("leaves only the poster a week after publication", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    await as(null, (ctx) => advanceTask(ctx, taskId, "start_publishing"));
    await as(null, (ctx) => advanceTask(ctx, taskId, "publish"));
    await at(after(start, 6 * day));
    expect(await stored(videoId)).not.toBeNull();
    await at(after(start, 7 * day));
    const left: string[] = [];
    for await (const { key } of app.storage.list(videoFolder(videoId))) left.push(key);
    expect(left).toEqual([posterKey(videoId)]);
    expect(await preview(taskId)).toMatchObject({
      playback: { state: "deleted", fileUrl: null, posterUrl: expect.stringContaining("poster") },
    });
    app.setNow(start);
  });

  it("deletes videos and uploads if it is cancelled", async () => {
    const reviewed = await newTask();
    const { videoId } = await sendVersion(reviewed);
    await as(creator, (ctx) => cancelTask(ctx, reviewed));
    await app.work();
    expect(await stored(videoId)).toBeNull();
    const arriving = await newTask();
    await as(editor, (ctx) => beginVersion(ctx, { taskId: arriving, ...file() }));
    await as(creator, (ctx) => cancelTask(ctx, arriving));
    expect(await as(creator, (ctx) => listTaskVersions(ctx, arriving))).toEqual([]);
  });
});

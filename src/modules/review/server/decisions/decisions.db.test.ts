import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { on, type Run } from "#core/server/context.ts";
import { after, day, hour, minute } from "#core/time.ts";
import { listTasks } from "#modules/board/server/list/task-list.ts";
import { originalKey } from "#modules/media/server/videos/object-keys.ts";
import {
  approvalUndone,
  extensionRequested,
  versionApproved,
  windowClosing,
} from "#modules/review/contract/versions.ts";
import { advanceTask } from "#modules/tasks/server/public/tasks.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { rejectVersion } from "../public/reject-version.ts";
import { approvedVersion, restartWindow } from "../public/review.ts";
import { videoPreview } from "../versions/preview.ts";
import { approve, extendWindow, requestExtension, undoApproval } from "./decisions.ts";

const windowSeconds = 10 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

const approved: number[] = [];
const undone: number[] = [];
const extensions: number[] = [];
const closing: number[] = [];
let app: TestApp;
let review: ReviewScenario;
let creator: TestActor;
let editor: TestActor;

beforeAll(async () => {
  const eventHandlers = [
    on(versionApproved, async (_ctx, { taskId }) => void approved.push(taskId)),
    on(approvalUndone, async (_ctx, { taskId }) => void undone.push(taskId)),
    on(extensionRequested, async (_ctx, { taskId }) => void extensions.push(taskId)),
    on(windowClosing, async (_ctx, { taskId }) => void closing.push(taskId)),
  ];
  app = await startApp({ reviewWindowSeconds: windowSeconds, eventHandlers });
  review = await reviewScenario(app);
  ({ creator, editor } = review);
});

afterAll(async () => {
  await review.close();
  await app.stop();
});

beforeEach(() => app.setNow(start));

const as: Run = (actor, act) => app.run(actor, act);
const preview = (taskId: number) => as(creator, (ctx) => videoPreview(ctx, taskId));
const refusal = (code: string) => ({ code });
const count = (events: readonly number[], taskId: number) => events.filter((id) => id === taskId).length;

async function newTask(): Promise<number> {
  return (await as(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })))).id;
}

async function sendVersion(taskId: number) {
  const sent = await review.send(taskId);
  await app.work();
  return sent;
}

const stageOf = (taskId: number) =>
  as(creator, async (ctx) => {
    const { items } = await listTasks(ctx, { limit: 100 });
    return items.find(({ id }) => id === taskId)?.stage;
  });
const stored = (videoId: string) => app.storage.stat(originalKey(videoId));

function at(moment: Date): Promise<string[]> {
  app.setNow(moment);
  return app.work();
}

describe("a decision", () => {
  it("applies only to the version that was seen", async () => {
    const taskId = await newTask();
    const early = as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    await expect(early).rejects.toMatchObject(refusal("nothing_to_review"));
    await sendVersion(taskId);
    const wrong = as(creator, (ctx) =>
      rejectVersion(ctx, { taskId, version: 2, feedback: "No.", openComments: 0 }),
    );
    await expect(wrong).rejects.toMatchObject(refusal("version_superseded"));
    const decided = await Promise.allSettled([
      as(creator, (ctx) => approve(ctx, { taskId, version: 1 })),
      as(creator, (ctx) =>
        rejectVersion(ctx, { taskId, version: 1, feedback: "Both at once.", openComments: 0 }),
      ),
    ]);
    expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const failed of decided.filter(({ status }) => status === "rejected")) {
      expect(failed).toMatchObject({ reason: { status: 409, code: "already_decided" } });
    }
  });

  it("changes nothing when it is repeated, and can't be replaced by another one", async () => {
    const decided = { code: "already_decided", status: 409 };
    const approvedId = await newTask();
    await sendVersion(approvedId);
    const approveIt = () => as(creator, (ctx) => approve(ctx, { taskId: approvedId, version: 1 }));
    const both = await Promise.all([approveIt(), approveIt()]);
    expect(both).toMatchObject([{ stage: "approved" }, { stage: "approved" }]);
    expect(count(approved, approvedId)).toBe(1);
    const late = as(creator, (ctx) =>
      rejectVersion(ctx, { taskId: approvedId, version: 1, feedback: "No.", openComments: 0 }),
    );
    await expect(late).rejects.toMatchObject(decided);
    await as(null, (ctx) => advanceTask(ctx, approvedId, "start_publishing"));
    await expect(approveIt()).rejects.toMatchObject(decided);

    const taskId = await newTask();
    await sendVersion(taskId);
    const rejectFor = (feedback: string) =>
      as(creator, (ctx) => rejectVersion(ctx, { taskId, version: 1, feedback, openComments: 0 }));
    await rejectFor("Duck the music.");
    expect(await rejectFor("Duck the music.")).toMatchObject({ stage: "changes_requested" });
    await expect(rejectFor("Cut the intro.")).rejects.toMatchObject(decided);
    await expect(as(creator, (ctx) => approve(ctx, { taskId, version: 1 }))).rejects.toMatchObject(decided);
    expect((await preview(taskId)).version).toMatchObject({ feedback: "Duck the music." });
  });

  it("about the next version is none about the one before", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    const [former, next] = [
      { taskId, version: 1 },
      { taskId, version: 2 },
    ];
    await as(creator, (ctx) => rejectVersion(ctx, { ...former, feedback: "Shorter.", openComments: 0 }));
    await sendVersion(taskId);
    const undo = as(creator, (ctx) => undoApproval(ctx, former));
    await expect(undo).rejects.toMatchObject(refusal("not_approved"));
    await as(creator, (ctx) => approve(ctx, next));
    const late = as(creator, (ctx) => approve(ctx, former));
    await expect(late).rejects.toMatchObject(refusal("already_decided"));
  });

  it("stops the window if it is an approval", async () => {
    const taskId = await newTask();
    const { videoId } = await sendVersion(taskId);
    expect(await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }))).toMatchObject({
      stage: "approved",
      reviewEndsAt: null,
    });
    expect(await as(creator, (ctx) => approvedVersion(ctx, taskId))).toEqual({ number: 1, videoId });
    await at(after(start, 3 * day));
    expect(await stageOf(taskId)).toBe("approved");
    expect(await stored(videoId)).not.toBeNull();
  });

  it("can be undone until publishing starts, and the window continues with the time it had left", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    const undo = () => as(creator, (ctx) => undoApproval(ctx, { taskId, version: 1 }));
    await at(after(start, 4 * hour));
    await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    expect((await preview(taskId)).version).toMatchObject({ windowSecondsLeft: (6 * hour) / 1000 });
    await at(after(start, 4 * hour + minute / 2));
    const end = after(start, 10 * hour + minute / 2);
    const reviewed = { stage: "in_review", reviewEndsAt: end.toISOString() };
    expect(await undo()).toMatchObject(reviewed);
    expect(await undo()).toMatchObject(reviewed);
    expect(count(undone, taskId)).toBe(1);
    closing.length = 0;
    await at(after(start, 8 * hour));
    await at(after(start, 8 * hour + minute));
    expect(count(closing, taskId)).toBe(1);
    await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    await as(null, (ctx) => advanceTask(ctx, taskId, "start_publishing"));
    await expect(undo()).rejects.toMatchObject({ status: 409, code: "publishing_started" });
    await as(null, async (ctx) => {
      await advanceTask(ctx, taskId, "publishing_failed");
      await restartWindow(ctx, taskId);
    });
    const renewed = after(start, 18 * hour + minute).toISOString();
    expect(await undo()).toMatchObject({ stage: "in_review", reviewEndsAt: renewed });
    await as(creator, (ctx) => rejectVersion(ctx, { taskId, version: 1, feedback: "No.", openComments: 0 }));
    await expect(undo()).rejects.toMatchObject({ status: 409, code: "not_approved" });
  });
});

describe("the review window", () => {
  it("is extended by the creator when the editor asks for it, once", async () => {
    const taskId = await newTask();
    await sendVersion(taskId);
    const request = () => as(editor, (ctx) => requestExtension(ctx, { taskId, version: 1 }));
    const requestedAt = start.toISOString();
    expect(await request()).toEqual({ requestedAt });
    expect(await request()).toEqual({ requestedAt });
    expect(count(extensions, taskId)).toBe(1);
    expect((await preview(taskId)).version).toMatchObject({ extensionRequested: true });
    const refused = as(creator, (ctx) => requestExtension(ctx, { taskId, version: 1 }));
    await expect(refused).rejects.toMatchObject({ status: 403, code: "missing_right" });
    await as(creator, (ctx) => extendWindow(ctx, { taskId, version: 1 }));
    await expect(request()).rejects.toMatchObject(refusal("already_extended"));
  });
});

import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { resolveComment } from "#modules/feedback/server/comments/marks.ts";
import { addComment, replyToComment } from "#modules/feedback/server/comments/write-comment.ts";
import { deleteComment } from "#modules/feedback/server/public/feedback.ts";
import { uploadProgressed } from "#modules/media/contract/videos.ts";
import { leaseLength } from "#modules/media/rules/uploads.ts";
import { recordSentDigest } from "#modules/media/server/preparation/digests.ts";
import { uploadPath } from "#modules/media/server/uploads/upload-url.ts";
import { abandonVideoUpload } from "#modules/media/server/uploads/video-uploads.ts";
import { isWindowOver } from "#modules/review/rules/versions.ts";
import { rejectVersion } from "#modules/review/server/public/reject-version.ts";
import { beginVersion } from "#modules/review/server/versions/uploads.ts";
import { removeContributor } from "#modules/tasks/server/contributors/contributors.ts";
import { taskContributors } from "#modules/tasks/server/tables.ts";
import { cancelTask, createTask, updateTask } from "#modules/tasks/server/tasks/task-form.ts";
import type { clip } from "#testing/clips.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";
import { addContributor } from "#testing/team.ts";

import { listTasks } from "./task-list.ts";

const windowSeconds = 10 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

let app: TestApp;
let review: ReviewScenario;
let creator: TestActor;
let editor: TestActor;
let contributor: TestActor;
let taskId: number;

beforeAll(async () => {
  app = await startApp({ reviewWindowSeconds: windowSeconds });
  review = await reviewScenario(app);
  ({ creator, editor, otherEditor: contributor } = review);
});

afterAll(async () => {
  await review.close();
  await app.stop();
});

const details = taskForm({ assignedTo: "mira" });

beforeEach(async () => {
  app.setNow(start);
  taskId = (await as(creator, (ctx) => createTask(ctx, details))).id;
});

const as: Run = (actor, act) => app.run(actor, act);

/** `arrival` of the card, which is the same for creator and editor. */
async function arrival(): Promise<unknown> {
  const [own, other] = await Promise.all(
    [creator, editor].map(async (who) => {
      const { items } = await as(who, (ctx) => listTasks(ctx, { limit: 10 }));
      return items.find(({ id }) => id === taskId)?.arrival;
    }),
  );
  expect(own).toEqual(other);
  return own;
}

/** Uploads a clip as the next version; `work` prepares it. */
async function send(name: Parameters<typeof clip>[0] = "h264"): Promise<string> {
  const { status, videoId } = await review.send(taskId, name);
  expect(status).toBe(200);
  return videoId;
}

const work = () => app.work();

function begin(by = editor) {
  const file = { fileName: "cut.mp4", bytes: 1000, type: "video/mp4", fingerprint: randomUUID() };
  return as(by, (ctx) => beginVersion(ctx, { taskId, ...file }));
}

const prepared = (version: number, name = "h264") => ({ version, fileName: `${name}.mp4`, refusal: null });
const refused = (version: number) => ({
  version,
  fileName: "audio-only.mp4",
  refusal: expect.stringContaining("no picture"),
});

/** Whether creator and editor were notified of a change since the last call. */
function notified(): boolean {
  const messages = app.realtimeMessages.splice(0).filter(({ name }) => name === "task_changed");
  return messages.some(({ people }) => people.includes(creator.id) && people.includes(editor.id));
}

describe("the newest upload on a card", () => {
  it("is a version that is being prepared, until it can be watched", async () => {
    expect(await arrival()).toBeNull();
    app.realtimeMessages.length = 0;
    await send();
    expect(await arrival()).toEqual(prepared(1));
    expect(notified()).toBe(true);
    await work();
    expect(await arrival()).toBeNull();
    expect(notified()).toBe(true);
  });

  it("is a refused file until the next upload starts, and again after that one is cancelled", async () => {
    await send("audio-only");
    expect(await arrival()).toEqual({ version: 1, fileName: "audio-only.mp4", refusal: null });
    app.realtimeMessages.length = 0;
    await work();
    expect(await arrival()).toEqual(refused(1));
    expect(notified()).toBe(true);
    const { videoId } = await begin();
    expect(await arrival()).toBeNull();
    expect(notified()).toBe(true);
    await as(editor, (ctx) => abandonVideoUpload(ctx, videoId));
    expect(await arrival()).toEqual(refused(1));
    await send();
    expect(await arrival()).toEqual(prepared(2));
    await work();
    expect(await arrival()).toBeNull();
  });

  it("is a refused version after a rejected one", async () => {
    await send();
    await work();
    await as(creator, (ctx) =>
      rejectVersion(ctx, { taskId, version: 1, feedback: "Duck the music.", openComments: 0 }),
    );
    expect(await arrival()).toBeNull();
    await send("audio-only");
    await work();
    expect(await arrival()).toEqual(refused(2));
  });

  it("is a version refused during review, which is not an ended review window", async () => {
    const videoId = await send();
    await work();
    await as(null, (ctx) => recordSentDigest(ctx, videoId, "0".repeat(64)));
    expect(await arrival()).toMatchObject({
      version: 1,
      refusal: expect.stringContaining("differs from the file that was sent"),
    });
    await begin();
    const { items } = await as(creator, (ctx) => listTasks(ctx, { limit: 1 }));
    expect(items[0]).toMatchObject({ id: taskId, stage: "assigned", arrival: null });
    expect(items.map(isWindowOver)).toEqual([false]);
  });

  it("is the version after an ended review window", async () => {
    await send();
    await work();
    app.setNow(after(start, windowSeconds * 1000));
    await work();
    expect(await arrival()).toBeNull();
    await send();
    expect(await arrival()).toEqual(prepared(2));
  });

  it.each(["h264", "audio-only"] as const)("is empty for a cancelled task (%s)", async (name) => {
    await send(name);
    if (name === "audio-only") await work();
    await as(creator, (ctx) => cancelTask(ctx, taskId));
    expect(await arrival()).toBeNull();
    await work();
    expect(await arrival()).toBeNull();
  });

  it.each(["h264", "audio-only"] as const)("is empty for another editor (%s)", async (name) => {
    await send(name);
    if (name === "audio-only") await work();
    await as(creator, (ctx) => updateTask(ctx, taskId, { ...details, deadline: "2026-12-02" }));
    const own = await as(creator, (ctx) => listTasks(ctx, { limit: 1 }));
    expect(own.items[0]?.arrival).not.toBeNull();
    await as(creator, (ctx) => updateTask(ctx, taskId, { ...details, assignedTo: "oskar" }));
    const { items } = await as(creator, (ctx) => listTasks(ctx, { limit: 1 }));
    expect(items[0]).toMatchObject({ id: taskId, editor: { name: "oskar" }, arrival: null });
  });

  it("is a refused file of a contributor until they are removed", async () => {
    await addContributor(app.db, { taskId, person: { user: contributor } }, ["upload"]);
    await review.send(taskId, "audio-only", contributor);
    await work();
    expect(await arrival()).toEqual(refused(1));
    await as(creator, (ctx) => removeContributor(ctx, taskId, contributor.id));
    expect(await arrival()).toBeNull();
  });
});

it("counts open comments, also of earlier versions, without replies and deleted ones", async () => {
  await send();
  await work();
  const comment = (text: string) => {
    const draft = { id: randomUUID(), text, mentions: [], imageFileIds: [] };
    return as(creator, (ctx) =>
      addComment(ctx, taskId, { ...draft, version: 1, inFrame: 0, outFrame: 0, drawing: null, view: null }),
    );
  };
  const counted = async () =>
    (await as(editor, (ctx) => listTasks(ctx, { limit: 1, task: taskId }))).items[0]?.openComments;
  expect(await counted()).toBe(0);
  const [first, second] = [await comment("Shorter."), await comment("Louder.")];
  const reply = { id: randomUUID(), text: "Done.", mentions: [], imageFileIds: [] };
  await as(editor, (ctx) => replyToComment(ctx, { taskId, commentId: first.id }, reply));
  expect(await counted()).toBe(2);
  await as(creator, (ctx) => deleteComment(ctx, { taskId, commentId: second.id }));
  expect(await counted()).toBe(1);
  await as(creator, (ctx) => resolveComment(ctx, { taskId, commentId: first.id }, true));
  expect(await counted()).toBe(0);
});

describe("the upload on a card", () => {
  const uploads = () =>
    Promise.all(
      [creator, editor].map(async (who) => {
        const { items } = await as(who, (ctx) => listTasks(ctx, { limit: 10 }));
        return items.find(({ id }) => id === taskId)?.upload;
      }),
    );

  it("is shown to both sides with its stored bytes, as stopped once nothing is sent, and no more at its end", async () => {
    expect(await uploads()).toEqual([null, null]);
    const { videoId } = await begin();
    const upload = { received: 0, bytes: 1000, active: true };
    expect(await uploads()).toEqual([upload, upload]);
    expect(await arrival()).toBeNull();
    app.setNow(after(start, leaseLength));
    expect(await uploads()).toEqual(Array.from({ length: 2 }, () => ({ ...upload, active: false })));
    await as(editor, (ctx) => abandonVideoUpload(ctx, videoId));
    expect(await uploads()).toEqual([null, null]);
  });

  /** Messages that follow from the progress of an upload. */
  async function reported(videoId: string) {
    app.realtimeMessages.length = 0;
    const report = { videoId, taskId, received: 400, bytes: 1000 };
    await as(null, (ctx) => ctx.emit(uploadProgressed, report));
    return app.realtimeMessages.filter(({ name }) => name === "version_upload_progress");
  }

  it("is reported to both sides, until the task has another editor", async () => {
    const { videoId } = await begin();
    expect(await reported(videoId)).toMatchObject([
      { people: [creator.id, editor.id], payload: { taskId, received: 400, bytes: 1000 } },
    ]);
    await as(creator, (ctx) => updateTask(ctx, taskId, { ...details, assignedTo: "oskar" }));
    expect(await reported(videoId)).toEqual([]);
  });

  describe("of a contributor", () => {
    let videoId: string;
    beforeEach(async () => {
      await addContributor(app.db, { taskId, person: { user: contributor } }, ["upload"]);
      ({ videoId } = await begin(contributor));
    });

    it("accepts nothing more once they are removed", async () => {
      const headers = {
        cookie: contributor.cookie,
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
      };
      const sendPiece = (offset: number) =>
        fetch(review.url + uploadPath(videoId), {
          method: "PATCH",
          headers: { ...headers, "upload-offset": String(offset) },
          body: new Uint8Array(10),
        });
      expect((await sendPiece(0)).status).toBe(204);
      await as(creator, (ctx) => removeContributor(ctx, taskId, contributor.id));
      const refusal = await sendPiece(10);
      expect([refusal.status, await refusal.json()]).toMatchObject([410, { code: "upload_ended" }]);
      expect(await uploads()).toEqual([null, null]);
    });

    // A request that reads the task before, and its contributors after the removal.
    it("is neither shown nor reported without the contributor, although the upload has not ended", async () => {
      const upload = { received: 0, bytes: 1000, active: true };
      expect(await uploads()).toEqual([upload, upload]);
      expect(await reported(videoId)).toMatchObject([{ payload: { taskId, received: 400 } }]);
      await app.db.delete(taskContributors).where(eq(taskContributors.taskId, taskId));
      expect(await uploads()).toEqual([null, null]);
      expect(await reported(videoId)).toEqual([]);
    });
  });
});

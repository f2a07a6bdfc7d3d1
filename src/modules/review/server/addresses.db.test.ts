import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { after, hour, minute } from "#core/time.ts";
import { deleteVideo, removeFiles } from "#modules/media/server/actions.ts";
import { mediaData } from "#modules/media/server/personal-data.ts";
import { accessCacheMilliseconds } from "#modules/media/server/playback/access-check.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { fileKey, originalKey, posterKey } from "#modules/media/server/videos/object-keys.ts";
import { advanceTask, presentTask, taskFor } from "#modules/tasks/server/actions.ts";
import { cancelTask, createTask, updateTask } from "#modules/tasks/server/task-form.ts";
import { type ReviewApp, startReviewApp } from "#testing/review-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { restartWindow } from "./actions.ts";
import { approve, reject } from "./decisions.ts";
import { videoPreview } from "./preview.ts";

const windowSeconds = 2 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

let app: ReviewApp;
let now: Date;

/** Nobody works from here on: whatever is to be removed still lies in the store. */
const later = (milliseconds: number) => {
  now = after(now, milliseconds);
  app.server.setNow(now);
};

beforeAll(async () => {
  app = await startReviewApp({ windowSeconds });
});
beforeEach(() => {
  now = start;
  app.server.setNow(now);
});
afterAll(() => app.stop());

const newTask = (fileIds: string[] = []) =>
  app.as(app.creator, async (ctx) => {
    const task = await createTask(ctx, taskForm({ assignedTo: "mira", fileIds }));
    return task.id;
  });

async function inReview(): Promise<{ taskId: number; videoId: string; original: string; poster: string }> {
  const taskId = await newTask();
  const { videoId } = await app.send(taskId);
  await app.work();
  return { taskId, videoId, ...(await addressesFor(taskId, app.creator)) };
}

async function addressesFor(taskId: number, actor: Actor): Promise<{ original: string; poster: string }> {
  const { playback } = await app.as(actor, (ctx) => videoPreview(ctx, taskId));
  return { original: playback?.fileUrl ?? "", poster: playback?.posterUrl ?? "" };
}

async function read(address: string, actor: Actor, more: { method?: string; range?: string } = {}) {
  const { method = "GET", range } = more;
  const answer = await fetch(app.url + address, {
    method,
    headers: { "x-person": String(actor.id), ...(range && { range }) },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The whole, its head, and a part. */
const readAll = async (address: string, actor = app.creator) => [
  await read(address, actor),
  await read(address, actor, { method: "HEAD" }),
  await read(address, actor, { range: "bytes=0-9" }),
];

const served = [200, 200, 206];
const gone = [404, 404, 404];
const over = [403, 403, 403];

async function expectStored(...keys: string[]): Promise<void> {
  for (const key of keys) expect(await app.server.storage.stat(key)).not.toBeNull();
}

describe("the URL of a version", () => {
  it.each([
    ["its task is cancelled", ({ taskId }) => app.as(app.creator, (ctx) => cancelTask(ctx, taskId))],
    ["it is deleted", ({ videoId }) => app.as(null, (ctx) => deleteVideo(ctx, videoId))],
  ] satisfies [string, (about: { taskId: number; videoId: string }) => Promise<unknown>][])(
    "expires when %s, although the video is not deleted yet",
    async (_what, end) => {
      const { original, poster, ...about } = await inReview();
      expect([await readAll(original), await readAll(poster)]).toEqual([served, served]);
      await end(about);
      later(accessCacheMilliseconds);
      expect([await readAll(original), await readAll(poster)]).toEqual([gone, gone]);
      await expectStored(originalKey(about.videoId), posterKey(about.videoId));
    },
  );

  it("expires with the review window, even if it was created while the window was stopped", async () => {
    const { taskId, videoId } = await inReview();
    await app.as(app.creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    const { original, poster } = await addressesFor(taskId, app.creator);
    await app.as(null, async (ctx) => {
      await advanceTask(ctx, taskId, "start_publishing");
      await advanceTask(ctx, taskId, "publishing_failed");
      await restartWindow(ctx, taskId);
    });
    later(windowSeconds * 1000 - minute);
    expect([await readAll(original), await readAll(poster)]).toEqual([served, served]);
    later(minute + accessCacheMilliseconds);
    expect([await readAll(original), await readAll(poster)]).toEqual([gone, gone]);
    await expectStored(originalKey(videoId), posterKey(videoId));
  });

  it("expires for a former editor, except in the list of their uploads", async () => {
    const { taskId } = await inReview();
    await app.as(app.creator, (ctx) => reject(ctx, { taskId, version: 1, feedback: "Longer, please." }));
    const { original } = await addressesFor(taskId, app.editor);
    expect(await readAll(original, app.editor)).toEqual(served);
    await app.as(app.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
    later(accessCacheMilliseconds);
    expect(await readAll(original, app.editor)).toEqual(gone);
    const successor = await addressesFor(taskId, app.otherEditor);
    expect(await readAll(successor.original, app.otherEditor)).toEqual(served);
    const own = await app.as(app.editor, (ctx) => mediaData.read(ctx, app.editor.id));
    const sent =
      JSON.stringify(own)
        .match(/\/media\/v\/[^"]+\/original\/[^"]+/g)
        ?.at(-1) ?? "";
    expect(await readAll(sent, app.editor)).toEqual(served);
  });

  it("serves only the poster once the video is deleted", async () => {
    const { videoId, original, poster } = await inReview();
    await app.as(null, (ctx) => deleteVideo(ctx, videoId, { keepPoster: true }));
    later(accessCacheMilliseconds);
    expect([await readAll(original), await readAll(poster)]).toEqual([gone, served]);
  });
});

describe("the URL of a reference file", () => {
  const attachmentOf = async (taskId: number, actor: Actor) => {
    const { attachments } = await app.as(actor, async (ctx) => presentTask(ctx, await taskFor(ctx, taskId)));
    return attachments[0] ?? "";
  };

  async function newFile(): Promise<string> {
    const id = crypto.randomUUID();
    const file = { id, name: "shot.mp4", type: "video/mp4", bytes: 100, createdAt: now };
    await app.as(null, (ctx) =>
      ctx.tx.insert(storedFiles).values({ ...file, state: "staged", personId: app.creator.id }),
    );
    await app.server.storage.put(fileKey(id), Buffer.alloc(100));
    return id;
  }

  it("expires for a former editor, but not for the creator and the new editor", async () => {
    const fileId = await newFile();
    const taskId = await newTask([fileId]);
    const [before, own] = [await attachmentOf(taskId, app.editor), await attachmentOf(taskId, app.creator)];
    expect([await readAll(before, app.editor), await readAll(own)]).toEqual([served, served]);
    await app.as(app.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
    later(accessCacheMilliseconds);
    expect([await readAll(before, app.editor), await readAll(own)]).toEqual([gone, served]);
    const successor = await attachmentOf(taskId, app.otherEditor);
    expect(await readAll(successor, app.otherEditor)).toEqual(served);
    await app.as(app.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "mira" })));
    later(accessCacheMilliseconds);
    expect(await readAll(before, app.editor)).toEqual(served);
    later(6 * hour);
    expect(await readAll(before, app.editor)).toEqual(over);
  });

  it.each([
    [
      "it is removed from the task",
      (taskId: number) =>
        app.as(app.creator, (ctx) =>
          updateTask(ctx, taskId, { ...taskForm({ assignedTo: "mira" }), oldAttachments: [] }),
        ),
    ],
    ["it is deleted", (_taskId: number, fileId: string) => app.as(null, (ctx) => removeFiles(ctx, [fileId]))],
  ])("expires when %s, although it is still stored", async (_what, end) => {
    const fileId = await newFile();
    const taskId = await newTask([fileId]);
    const address = await attachmentOf(taskId, app.editor);
    expect(await readAll(address, app.editor)).toEqual(served);
    await end(taskId, fileId);
    later(accessCacheMilliseconds);
    expect(await readAll(address, app.editor)).toEqual(gone);
    await expectStored(fileKey(fileId));
  });
});

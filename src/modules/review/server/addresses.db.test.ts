import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { after, hour, minute } from "#core/time.ts";
import { deleteVideo, removeFiles } from "#modules/media/server/actions.ts";
import { fileKey, originalKey, posterKey } from "#modules/media/server/keys.ts";
import { mediaData } from "#modules/media/server/personal-data.ts";
import { answerCounts } from "#modules/media/server/standing.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { advanceTask, presentTask, taskFor } from "#modules/tasks/server/actions.ts";
import { cancelTask, createTask, updateTask } from "#modules/tasks/server/editing.ts";
import { type ReviewApp, startReviewApp } from "#testing/review-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { restartWindow } from "./actions.ts";
import { approve, reject } from "./deciding.ts";
import { videoPreview } from "./preview.ts";

const windowSeconds = 2 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

let module: ReviewApp;
let now: Date;

/** Nobody works from here on: whatever is to be removed still lies in the store. */
const later = (milliseconds: number) => {
  now = after(now, milliseconds);
  module.server.setNow(now);
};

beforeAll(async () => {
  module = await startReviewApp({ windowSeconds });
});
beforeEach(() => {
  now = start;
  module.server.setNow(now);
});
afterAll(() => module.stop());

const newTask = (fileIds: string[] = []) =>
  module.as(module.creator, async (ctx) => {
    const task = await createTask(ctx, taskForm({ assignedTo: "mira", fileIds }));
    return task.id;
  });

async function inReview(): Promise<{ taskId: number; videoId: string; original: string; poster: string }> {
  const taskId = await newTask();
  const { videoId } = await module.send(taskId);
  await module.work();
  return { taskId, videoId, ...(await addressesFor(taskId, module.creator)) };
}

async function addressesFor(taskId: number, actor: Actor): Promise<{ original: string; poster: string }> {
  const { playback } = await module.as(actor, (ctx) => videoPreview(ctx, taskId));
  return { original: playback?.fileUrl ?? "", poster: playback?.posterUrl ?? "" };
}

async function read(address: string, actor: Actor, more: { method?: string; range?: string } = {}) {
  const { method = "GET", range } = more;
  const answer = await fetch(module.url + address, {
    method,
    headers: { "x-person": String(actor.id), ...(range && { range }) },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The whole, its head, and a part. */
const readAll = async (address: string, actor = module.creator) => [
  await read(address, actor),
  await read(address, actor, { method: "HEAD" }),
  await read(address, actor, { range: "bytes=0-9" }),
];

const served = [200, 200, 206];
const gone = [404, 404, 404];
const over = [403, 403, 403];

async function expectStored(...keys: string[]): Promise<void> {
  for (const key of keys) expect(await module.server.storage.stat(key)).not.toBeNull();
}

describe("the address of a version", () => {
  it.each([
    ["its task is cancelled", ({ taskId }) => module.as(module.creator, (ctx) => cancelTask(ctx, taskId))],
    ["it is deleted", ({ videoId }) => module.as(null, (ctx) => deleteVideo(ctx, videoId))],
  ] satisfies [string, (about: { taskId: number; videoId: string }) => Promise<unknown>][])(
    "ends when %s, though nobody has removed it yet",
    async (_what, end) => {
      const { original, poster, ...about } = await inReview();
      expect([await readAll(original), await readAll(poster)]).toEqual([served, served]);
      await end(about);
      later(answerCounts);
      expect([await readAll(original), await readAll(poster)]).toEqual([gone, gone]);
      await expectStored(originalKey(about.videoId), posterKey(about.videoId));
    },
  );

  it("ends with its window, also where it was given while the clock stood still", async () => {
    const { taskId, videoId } = await inReview();
    await module.as(module.creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    const { original, poster } = await addressesFor(taskId, module.creator);
    await module.as(null, async (ctx) => {
      await advanceTask(ctx, taskId, "start_publishing");
      await advanceTask(ctx, taskId, "publishing_failed");
      await restartWindow(ctx, taskId);
    });
    later(windowSeconds * 1000 - minute);
    expect([await readAll(original), await readAll(poster)]).toEqual([served, served]);
    later(minute + answerCounts);
    expect([await readAll(original), await readAll(poster)]).toEqual([gone, gone]);
    await expectStored(originalKey(videoId), posterKey(videoId));
  });

  it("ends for the editor whose task somebody else has now, except in the list of what they have sent", async () => {
    const { taskId } = await inReview();
    await module.as(module.creator, (ctx) =>
      reject(ctx, { taskId, version: 1, feedback: "Longer, please." }),
    );
    const { original } = await addressesFor(taskId, module.editor);
    expect(await readAll(original, module.editor)).toEqual(served);
    await module.as(module.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
    later(answerCounts);
    expect(await readAll(original, module.editor)).toEqual(gone);
    const successor = await addressesFor(taskId, module.otherEditor);
    expect(await readAll(successor.original, module.otherEditor)).toEqual(served);
    const own = await module.as(module.editor, (ctx) => mediaData.read(ctx, module.editor.id));
    const sent =
      JSON.stringify(own)
        .match(/\/media\/v\/[^"]+\/original\/[^"]+/g)
        ?.at(-1) ?? "";
    expect(await readAll(sent, module.editor)).toEqual(served);
  });

  it("leads to the poster alone once only that is kept", async () => {
    const { videoId, original, poster } = await inReview();
    await module.as(null, (ctx) => deleteVideo(ctx, videoId, { keepPoster: true }));
    later(answerCounts);
    expect([await readAll(original), await readAll(poster)]).toEqual([gone, served]);
  });
});

describe("the address of a reference file", () => {
  const attachmentOf = async (taskId: number, actor: Actor) => {
    const { attachments } = await module.as(actor, async (ctx) =>
      presentTask(ctx, await taskFor(ctx, taskId)),
    );
    return attachments[0] ?? "";
  };

  async function newFile(): Promise<string> {
    const id = crypto.randomUUID();
    const file = { id, name: "shot.mp4", type: "video/mp4", bytes: 100, createdAt: now };
    await module.as(null, (ctx) =>
      ctx.tx.insert(storedFiles).values({ ...file, state: "staged", personId: module.creator.id }),
    );
    await module.server.storage.put(fileKey(id), Buffer.alloc(100));
    return id;
  }

  it("ends for the editor whose task somebody else has now, and goes on for its two people", async () => {
    const fileId = await newFile();
    const taskId = await newTask([fileId]);
    const [before, own] = [
      await attachmentOf(taskId, module.editor),
      await attachmentOf(taskId, module.creator),
    ];
    expect([await readAll(before, module.editor), await readAll(own)]).toEqual([served, served]);
    await module.as(module.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
    later(answerCounts);
    expect([await readAll(before, module.editor), await readAll(own)]).toEqual([gone, served]);
    const successor = await attachmentOf(taskId, module.otherEditor);
    expect(await readAll(successor, module.otherEditor)).toEqual(served);
    await module.as(module.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "mira" })));
    later(answerCounts);
    expect(await readAll(before, module.editor)).toEqual(served);
    later(6 * hour);
    expect(await readAll(before, module.editor)).toEqual(over);
  });

  it.each([
    [
      "it is taken off the task",
      (taskId: number) =>
        module.as(module.creator, (ctx) =>
          updateTask(ctx, taskId, { ...taskForm({ assignedTo: "mira" }), oldAttachments: [] }),
        ),
    ],
    [
      "it is removed",
      (_taskId: number, fileId: string) => module.as(null, (ctx) => removeFiles(ctx, [fileId])),
    ],
  ])("ends when %s, though it still lies in the store", async (_what, end) => {
    const fileId = await newFile();
    const taskId = await newTask([fileId]);
    const address = await attachmentOf(taskId, module.editor);
    expect(await readAll(address, module.editor)).toEqual(served);
    await end(taskId, fileId);
    later(answerCounts);
    expect(await readAll(address, module.editor)).toEqual(gone);
    await expectStored(fileKey(fileId));
  });
});

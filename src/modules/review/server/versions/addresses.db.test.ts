import { text } from "node:stream/consumers";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { jsonParts } from "#core/server/json-stream.ts";
import { after, hour, minute } from "#core/time.ts";
import { mediaData } from "#modules/media/server/personal-data.ts";
import { accessCacheMilliseconds } from "#modules/media/server/playback/access-check.ts";
import { deleteVideo, removeFiles } from "#modules/media/server/public/media.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { fileKey, originalKey, posterKey } from "#modules/media/server/videos/object-keys.ts";
import { advanceTask, presentTask, taskFor } from "#modules/tasks/server/public/tasks.ts";
import { cancelTask, createTask, updateTask } from "#modules/tasks/server/tasks/task-form.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { approve } from "../decisions/decisions.ts";
import { rejectVersion } from "../public/reject-version.ts";
import { restartWindow } from "../public/review.ts";
import { originalAddress, videoPreview } from "./preview.ts";

const windowSeconds = 2 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

let app: TestApp;
let review: ReviewScenario;
let now: Date;

/** Nobody works from here on: whatever is to be removed still lies in the store. */
const later = (milliseconds: number) => {
  now = after(now, milliseconds);
  app.setNow(now);
};

beforeAll(async () => {
  app = await startApp({ reviewWindowSeconds: windowSeconds });
  review = await reviewScenario(app);
});
beforeEach(() => {
  now = start;
  app.setNow(now);
});
afterAll(async () => {
  await review.close();
  await app.stop();
});

const newTask = (fileIds: string[] = []) =>
  app.run(review.creator, async (ctx) => {
    const task = await createTask(ctx, taskForm({ assignedTo: "mira", fileIds }));
    return task.id;
  });

async function inReview(): Promise<{ taskId: number; videoId: string; original: string; poster: string }> {
  const taskId = await newTask();
  const { videoId } = await review.send(taskId);
  await app.work();
  return { taskId, videoId, ...(await addressesFor(taskId, review.creator)) };
}

async function addressesFor(taskId: number, actor: TestActor): Promise<{ original: string; poster: string }> {
  const { playback } = await app.run(actor, (ctx) => videoPreview(ctx, taskId));
  return { original: playback?.fileUrl ?? "", poster: playback?.posterUrl ?? "" };
}

async function read(address: string, actor: TestActor, more: { method?: string; range?: string } = {}) {
  const { method = "GET", range } = more;
  const answer = await fetch(review.url + address, {
    method,
    headers: { cookie: actor.cookie, ...(range && { range }) },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The whole, its head, and a part. */
const readAll = async (address: string, actor = review.creator) => [
  await read(address, actor),
  await read(address, actor, { method: "HEAD" }),
  await read(address, actor, { range: "bytes=0-9" }),
];

const served = [200, 200, 206];
const gone = [404, 404, 404];
const over = [403, 403, 403];

async function expectStored(...keys: string[]): Promise<void> {
  for (const key of keys) expect(await app.storage.stat(key)).not.toBeNull();
}

describe("the URL of a version", () => {
  it.each([
    ["its task is cancelled", ({ taskId }) => app.run(review.creator, (ctx) => cancelTask(ctx, taskId))],
    ["it is deleted", ({ videoId }) => app.run(null, (ctx) => deleteVideo(ctx, videoId))],
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
    await app.run(review.creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    const { original, poster } = await addressesFor(taskId, review.creator);
    await app.run(null, async (ctx) => {
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
    await app.run(review.creator, (ctx) =>
      rejectVersion(ctx, { taskId, version: 1, feedback: "Longer, please.", openComments: 0 }),
    );
    const { original } = await addressesFor(taskId, review.editor);
    expect(await readAll(original, review.editor)).toEqual(served);
    await app.run(review.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
    later(accessCacheMilliseconds);
    expect(await readAll(original, review.editor)).toEqual(gone);
    const successor = await addressesFor(taskId, review.otherEditor);
    expect(await readAll(successor.original, review.otherEditor)).toEqual(served);
    const own = await app.run(review.editor, async (ctx) => {
      return text(jsonParts(await mediaData.read(ctx, review.editor.id)));
    });
    const sent = own.match(/\/media\/v\/[^"]+\/original\/[^"]+/g)?.at(-1) ?? "";
    expect(await readAll(sent, review.editor)).toEqual(served);
  });

  it("serves only the poster once the video is deleted", async () => {
    const { videoId, original, poster } = await inReview();
    await app.run(null, (ctx) => deleteVideo(ctx, videoId, { keep: "poster" }));
    later(accessCacheMilliseconds);
    expect([await readAll(original), await readAll(poster)]).toEqual([gone, served]);
  });
});

describe("the URL of a reference file", () => {
  const attachmentOf = async (taskId: number, actor: TestActor) => {
    const { attachments } = await app.run(actor, async (ctx) =>
      presentTask(ctx, await taskFor(ctx, taskId, "view")),
    );
    return attachments[0] ?? "";
  };

  async function newFile(): Promise<string> {
    const id = crypto.randomUUID();
    const file = { id, name: "shot.mp4", type: "video/mp4", bytes: 100, createdAt: now };
    await app.run(null, (ctx) =>
      ctx.tx.insert(storedFiles).values({ ...file, state: "staged", personId: review.creator.id }),
    );
    await app.storage.put(fileKey(id), Buffer.alloc(100));
    return id;
  }

  it("expires for a former editor, but not for the creator and the new editor", async () => {
    const fileId = await newFile();
    const taskId = await newTask([fileId]);
    const [before, own] = [
      await attachmentOf(taskId, review.editor),
      await attachmentOf(taskId, review.creator),
    ];
    expect([await readAll(before, review.editor), await readAll(own)]).toEqual([served, served]);
    await app.run(review.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
    later(accessCacheMilliseconds);
    expect([await readAll(before, review.editor), await readAll(own)]).toEqual([gone, served]);
    const successor = await attachmentOf(taskId, review.otherEditor);
    expect(await readAll(successor, review.otherEditor)).toEqual(served);
    await app.run(review.creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "mira" })));
    later(accessCacheMilliseconds);
    expect(await readAll(before, review.editor)).toEqual(served);
    later(6 * hour);
    expect(await readAll(before, review.editor)).toEqual(over);
  });

  it.each([
    [
      "it is removed from the task",
      (taskId: number) =>
        app.run(review.creator, (ctx) =>
          updateTask(ctx, taskId, { ...taskForm({ assignedTo: "mira" }), oldAttachments: [] }),
        ),
    ],
    [
      "it is deleted",
      (_taskId: number, fileId: string) => app.run(null, (ctx) => removeFiles(ctx, [fileId])),
    ],
  ])("expires when %s, although it is still stored", async (_what, end) => {
    const fileId = await newFile();
    const taskId = await newTask([fileId]);
    const address = await attachmentOf(taskId, review.editor);
    expect(await readAll(address, review.editor)).toEqual(served);
    await end(taskId, fileId);
    later(accessCacheMilliseconds);
    expect(await readAll(address, review.editor)).toEqual(gone);
    await expectStored(fileKey(fileId));
  });
});

describe("the original of an approved version", () => {
  const originalFor = (taskId: number, actor = review.creator) =>
    app.run(actor, (ctx) => originalAddress(ctx, taskId)).then(({ url }) => url);

  it("is saved by the creator under its name, until it is deleted", async () => {
    const { taskId, videoId } = await inReview();
    await expect(originalFor(taskId)).rejects.toMatchObject({ code: "no_original" });
    await app.run(review.creator, (ctx) => approve(ctx, { taskId, version: 1 }));
    const url = await originalFor(taskId);
    const answer = await fetch(review.url + url, { headers: { cookie: review.creator.cookie } });
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.mp4"/);
    expect((await answer.bytes()).length).toBe(Number(answer.headers.get("content-length")));
    expect(await readAll(url)).toEqual(served);
    expect(await read(url, review.otherEditor)).toBe(404);
    await app.run(null, (ctx) => deleteVideo(ctx, videoId));
    await expect(originalFor(taskId)).rejects.toMatchObject({ code: "no_original" });
  });
});

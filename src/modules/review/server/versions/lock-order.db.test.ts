import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { markReady } from "#modules/media/server/preparation/progress.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { untilLockWait } from "#testing/lock-waits.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { beginVersion } from "./uploads.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

it("a change of a video waits for its task without having locked the video", async () => {
  const creator = await app.person("ines", "YOUTUBER");
  const editor = await app.person("mira", "EDITOR");
  const form = taskForm({ assignedTo: "mira" });
  const { id: taskId } = await app.run(creator, (ctx) => createTask(ctx, form));
  const file = { fileName: "tides.mp4", bytes: 1000, type: "video/mp4", fingerprint: "tides" };
  const { videoId } = await app.run(editor, (ctx) => beginVersion(ctx, { taskId, ...file }));
  await app.db.execute(sql`update videos set state = 'preparing' where id = ${videoId}`);

  const attempts = vi.fn<() => void>();
  const isLocked = Promise.withResolvers<void>();
  const deletes = app.run(null, async (ctx) => {
    attempts();
    await lockTask(ctx, taskId);
    isLocked.resolve();
    await untilLockWait(app.db);
    await deleteVideo(ctx, videoId);
  });
  await isLocked.promise;
  const isMade = app.run(null, (ctx) => {
    attempts();
    return markReady(ctx, videoId, { plays: "original" });
  });
  await deletes;
  // After a deadlock, one of them would have run again.
  expect([await isMade, attempts.mock.calls.length]).toEqual([false, 2]);
});

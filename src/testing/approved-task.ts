import { createHash, randomBytes, randomUUID } from "node:crypto";

import { storedFiles, videos } from "#modules/media/server/tables.ts";
import { fileKey, originalKey } from "#modules/media/server/videos/object-keys.ts";
import { versions } from "#modules/review/server/tables.ts";
import { advanceTask } from "#modules/tasks/server/public/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { TestActor, TestApp } from "./start-app.ts";

const mebibyte = 1024 * 1024;

/** A task with an approved version in storage. */
export interface ApprovedTask {
  taskId: number;
  videoId: string;
  /** Path of the stored original. */
  file: string;
  bytes: number;
  sha256: string;
}

export interface TaskOptions {
  bytes?: number;
  thumbnail?: boolean;
  hashed?: boolean;
}

/** Stores a task whose only version is approved. */
export async function storeApprovedTask(
  app: TestApp,
  { creator, editor }: { creator: TestActor; editor: TestActor },
  { bytes = 3 * mebibyte + 12_345, thumbnail = false, hashed = true }: TaskOptions = {},
): Promise<ApprovedTask> {
  const { db, run, storage } = app;
  const videoId = randomUUID();
  const content = randomBytes(bytes);
  const sha256 = createHash("sha256").update(content).digest("hex");
  await storage.put(originalKey(videoId), content);
  const now = new Date();
  const thumbnailFileId = thumbnail ? await storeThumbnail(app, creator.id) : null;
  await db.insert(videos).values({
    id: videoId,
    personId: editor.id,
    fileName: "cut.mp4",
    type: "video/mp4",
    bytes,
    state: "ready",
    sha256: hashed ? sha256 : null,
    createdAt: now,
  });
  const [task] = await db
    .insert(tasks)
    .values({
      creatorId: creator.id,
      editorId: editor.id,
      stage: "assigned",
      taskTitle: "Monsoon",
      workDescription: "Cut it.",
      deadline: now,
      title: `Monsoon ${videoId.slice(0, 8)}`,
      description: "Rain on the line.",
      madeForKids: true,
      tags: ["rain", "a train"],
      thumbnailFileId,
      attachmentFileIds: [],
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tasks.id });
  const taskId = task?.id ?? 0;
  await db.insert(versions).values({
    taskId,
    number: 1,
    videoId,
    editorId: editor.id,
    state: "approved",
    windowSeconds: 36_000,
    createdAt: now,
  });
  for (const move of ["version_playable", "approve"] as const) {
    await run(null, (ctx) => advanceTask(ctx, taskId, move));
  }
  return { taskId, videoId, file: storage.localPath(originalKey(videoId)) ?? "", bytes, sha256 };
}

async function storeThumbnail({ db, storage }: TestApp, personId: number): Promise<string> {
  const id = randomUUID();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await storage.put(fileKey(id), png);
  const file = { id, name: "still.png", type: "image/png", bytes: png.length, personId };
  await db.insert(storedFiles).values({ ...file, state: "kept", createdAt: new Date() });
  return id;
}

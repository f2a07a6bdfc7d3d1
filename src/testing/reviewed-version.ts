import { randomUUID } from "node:crypto";

import { and, eq } from "drizzle-orm";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { Database } from "#core/server/database.ts";
import { videos } from "#modules/media/server/tables.ts";
import type { VersionState } from "#modules/review/rules/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { Client } from "./client.ts";
import type { Person } from "./start-app.ts";

/** Facts that the preparation finds about a small wide video. */
export const sampleFacts: ProbeFacts = {
  container: "mp4",
  bytes: 1000,
  durationSeconds: 4,
  durationDeclared: true,
  bitrate: 2000,
  audio: null,
  video: {
    codec: "avc",
    codecString: "avc1.64001e",
    width: 640,
    height: 360,
    codedWidth: 640,
    codedHeight: 360,
    rotation: 0,
    mirrored: false,
    bitDepth: 8,
    chroma: "4:2:0",
    hdr: null,
    matrix: null,
    interlaced: false,
    rate: { num: 25, den: 1 },
    constantRate: true,
    frames: 100,
    framesCounted: true,
    hiddenFrames: 0,
    startSeconds: 0,
    keyFramesOnly: false,
  },
};

/** Frames of the versions of `addVersionInReview`. */
export const framesOfVersion = 100;

/** A task whose first version is in review as with `addVersionInReview`; returns its id. */
export async function addTaskInReview(
  db: Database,
  { creator, editor }: { creator: Client; editor: Pick<Person, "user"> },
  { taskTitle = "Tides", createdAt = new Date() }: { taskTitle?: string; createdAt?: Date } = {},
): Promise<number> {
  const brief = { workDescription: "Cut.", deadline: "2031-01-31" };
  const fields = { taskTitle, ...brief, assignedTo: editor.user.name };
  const { data } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  await addVersionInReview(db, { taskId: data.id, editorId: editor.user.id, createdAt });
  return data.id;
}

/**
 * Inserts a version of a task without stored objects, and puts the task in review. Its video has 100 frames. A version
 * in review supersedes the former one.
 */
export async function addVersionInReview(
  db: Database,
  version: { taskId: number; editorId: number; number?: number; state?: VersionState; createdAt?: Date },
): Promise<void> {
  const { taskId, editorId, number = 1, state = "in_review", createdAt = new Date() } = version;
  const videoId = randomUUID();
  await db.insert(videos).values({
    id: videoId,
    personId: editorId,
    taskId,
    fileName: "cut.mp4",
    type: "video/mp4",
    bytes: 1000,
    state: "ready",
    facts: sampleFacts,
    plays: "original",
    createdAt,
  });
  if (state === "in_review") {
    const former = and(eq(versions.taskId, taskId), eq(versions.state, "in_review"));
    await db.update(versions).set({ state: "superseded" }).where(former);
  }
  await db.insert(versions).values({ taskId, number, videoId, editorId, state, createdAt });
  await db.update(tasks).set({ stage: "in_review" }).where(eq(tasks.id, taskId));
}

import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";

import { accepted } from "./requests.ts";
import type { ScenarioServer } from "./scenario.ts";
import type { Pair } from "./task-work.ts";

/** A new task of the pair. */
export async function newTask({ creator, editor }: Pair): Promise<number> {
  const fields = {
    taskTitle: "Tides",
    workDescription: "Cut.",
    deadline: "2031-01-31",
    title: "Tides",
    description: "The sea.",
    madeForKids: "false" as const,
    tags: "[]",
    assignedTo: editor.user.name,
  };
  return (await accepted(creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } }))).id;
}

/** Uploads the first version of a new task. */
export async function uploadVersion(
  { url }: ScenarioServer,
  pair: Pair,
  { path, type }: { path: string; type: string },
): Promise<number> {
  const taskId = await newTask(pair);
  // Read while it is sent: long videos in memory would slow down the measuring process.
  const content = await openAsBlob(path);
  const body = { taskId, bytes: content.size, type, fileName: basename(path), fingerprint: randomUUID() };
  const { uploadUrl } = await accepted(pair.editor.call(reviewEndpoints.beginVersion, { body }));
  const answer = await fetch(new URL(uploadUrl, url), {
    method: "PATCH",
    headers: {
      cookie: pair.editor.cookie,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    },
    body: content,
  });
  if (answer.status !== 204) throw new Error(`${answer.status} to the upload`);
  return taskId;
}

/** Whether the newest version of a task can be watched as a whole. */
export async function isConverted({ creator }: Pair, taskId: number): Promise<boolean> {
  const { playback, version, next } = await accepted(
    creator.call(reviewEndpoints.preview, { params: { id: taskId }, query: {} }),
  );
  const refusal = version?.refusal ?? next?.refusal;
  if (refusal) throw new Error(refusal);
  return typeof playback?.fileUrl === "string";
}

/** Polls until `isTrue`; throws after five minutes. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (await isTrue()) return;
    await wait(50);
  }
  throw new Error("It has not ended within five minutes.");
}

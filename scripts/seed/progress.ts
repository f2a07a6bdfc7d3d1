import { checksEndpoints } from "#modules/checks/contract/checks.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import type { Client } from "#testing/client.ts";

import { callOrThrow, untilTrue } from "./api.ts";

/** Waits until a task has a stage. */
export async function untilStage(creator: Client, taskId: number, stage: string): Promise<void> {
  await untilTrue(`Task ${taskId} did not become ${stage}`, async () => {
    const task = await callOrThrow(creator, tasksEndpoints.fetchTask, { params: { id: taskId } });
    return task.stage === stage;
  });
}

/** Waits for the technical check of a version, whose findings a new user sees. */
export async function untilChecked(
  creator: Client,
  { taskId, version }: { taskId: number; version: number },
): Promise<void> {
  await untilTrue(`Version ${version} of task ${taskId} was not checked`, async () => {
    const input = { params: { id: taskId }, query: { version } };
    const { parts } = await callOrThrow(creator, checksEndpoints.checkReport, input);
    return Object.values(parts).every(({ state }) => state !== "pending");
  });
}

/** Waits for a file that the server makes of a version, such as the small one that is kept for the comparison with the next version. */
export async function untilMade(
  creator: Client,
  taskId: number,
  file: "lightUrl" | "storyboardUrl",
): Promise<void> {
  await untilTrue(`The video of task ${taskId} has no ${file}`, async () => {
    const input = { params: { id: taskId }, query: {} };
    const { playback } = await callOrThrow(creator, reviewEndpoints.preview, input);
    return (playback?.[file] ?? null) !== null;
  });
}

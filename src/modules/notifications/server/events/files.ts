import type { Context } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { audience, lockTask } from "#modules/tasks/server/public/tasks.ts";

import { notify } from "../public/notifications.ts";

/** Notifies those who work with files of a task of what a user has sent. */
export async function notifyOfFiles(
  ctx: Context,
  {
    taskId,
    personId: senderId,
    files,
    bytes,
  }: { taskId: number; personId: number; files: number; bytes: number },
): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const people = new Set([
    ...(await audience(ctx, task, "attach")),
    ...(await audience(ctx, task, "upload")),
  ]);
  const name = (await personCards(ctx, [senderId])).get(senderId)?.name ?? "a former member";
  const data = { title: task.taskTitle, name, files, bytes };
  for (const personId of people) {
    if (personId !== senderId) await notify(ctx, { personId, senderId, taskId, kind: "files_arrived", data });
  }
}

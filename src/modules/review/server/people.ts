import { actorOf, type Context } from "#core/server/context.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { lockTaskFor, type TaskRow } from "#modules/tasks/server/actions.ts";

/** The task, locked, when the actor is its editor; otherwise 404, as for a task that does not exist. */
export async function lockAsEditor(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockTaskFor(ctx, taskId);
  if (task.editorId !== actorOf(ctx).id) throw tasksError("task_not_found");
  return task;
}

/** The task, locked, when the actor is its creator; otherwise 404, as for a task that does not exist. */
export async function lockAsCreator(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockTaskFor(ctx, taskId);
  if (task.creatorId !== actorOf(ctx).id) throw tasksError("task_not_found");
  return task;
}

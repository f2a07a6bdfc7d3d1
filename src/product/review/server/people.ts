import { actorOf, type Context } from "#foundation/server/context.ts";
import { tasksFailure } from "#product/tasks/contract.ts";
import { lockTaskFor, type TaskRow } from "#product/tasks/server/actions.ts";

/** The task, locked, when the actor is its editor; otherwise 404, as for a task that does not exist. */
export async function lockAsEditor(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockTaskFor(ctx, taskId);
  if (task.editorId !== actorOf(ctx).id) throw tasksFailure("task_not_found");
  return task;
}

/** The task, locked, when the actor is its creator; otherwise 404, as for a task that does not exist. */
export async function lockAsCreator(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockTaskFor(ctx, taskId);
  if (task.creatorId !== actorOf(ctx).id) throw tasksFailure("task_not_found");
  return task;
}

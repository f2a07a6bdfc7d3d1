import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, worker, type JobWorker } from "#core/server/job.ts";
import { after } from "#core/time.ts";
import { taskDueSoon } from "#modules/tasks/contract/tasks.ts";
import { remindBefore } from "#modules/tasks/rules/stages.ts";

import type { TasksDependencies } from "../dependencies.ts";
import { claimReminders } from "./queries.ts";

const remind = defineJob({
  job: "tasks.remind",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "*/10 * * * *",
});

export function tasksJobs({ run }: TasksDependencies): JobWorker[] {
  return [worker(remind, async () => run(null, remindEditors))];
}

/** Emits `tasks.due_soon` for each task whose editor has to be reminded now, once per deadline. */
export async function remindEditors(ctx: Context): Promise<void> {
  const due = { from: ctx.now, until: after(ctx.now, remindBefore) };
  for (const taskId of await claimReminders(ctx.tx, due)) await ctx.emit(taskDueSoon, { taskId });
}

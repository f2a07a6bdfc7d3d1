import { z } from "zod";

import type { Context, Run } from "#core/server/context.ts";
import { defineJob, worker, type JobWorker } from "#core/server/job.ts";
import { after } from "#core/time.ts";

import { taskDueSoon } from "../contract.ts";
import { remindBefore } from "../rules.ts";
import { claimReminders } from "./store.ts";

const remind = defineJob({
  job: "tasks.remind",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "*/10 * * * *",
});

export function tasksJobs(parts: { run: Run }): JobWorker[] {
  return [worker(remind, async () => parts.run(null, remindEditors))];
}

/** Announces every task that its editor has to be reminded of now; each once for a deadline. */
export async function remindEditors(ctx: Context): Promise<void> {
  const due = { from: ctx.now, until: after(ctx.now, remindBefore) };
  for (const taskId of await claimReminders(ctx.tx, due)) await ctx.emit(taskDueSoon, { taskId });
}

import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { minute, second } from "#core/time.ts";
import type { Figures } from "#modules/operators/contract/figures.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import {
  countTasks,
  countUsers,
  listExpiring,
  listLargestTasks,
  listLargestUsers,
  readFigures,
  storeDay,
  storeFigures,
  sumStorage,
} from "./queries.ts";

/** Measures the figures that need whole tables, and records the storage of the day. */
const measureJob = defineJob({
  job: "operators.measure",
  data: z.unknown(),
  retries: 1,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "*/10 * * * *",
});

export function measureWorker({ run }: Pick<OperatorsDependencies, "run">): JobWorker {
  return worker(measureJob, async () => {
    await run(null, measure);
  });
}

const listed = 10;
/** A page measures the figures itself if they are older than this and the last measurement was quick. */
const freshFor = 10 * second;
const quickMilliseconds = 100;
/** Figures that no job has measured for this long, on a server without workers, are measured by the page. */
const staleAfter = 30 * minute;

export interface MeasuredFigures {
  figures: Figures;
  measuredAt: Date;
}

/** The figures: measured now where that is quick, otherwise as of the last job, at most 10 minutes ago. */
export async function currentFigures(ctx: Context): Promise<MeasuredFigures> {
  const stored = await readFigures(ctx.tx);
  const age = stored ? ctx.now.getTime() - stored.measuredAt.getTime() : Infinity;
  const usable = stored && age >= 0 && (age < freshFor || stored.tookMilliseconds > quickMilliseconds);
  return usable && age < staleAfter ? stored : measure(ctx);
}

/** Measures and stores the figures, and the storage of the day. */
export async function measure(ctx: Context): Promise<MeasuredFigures> {
  const { tx, now } = ctx;
  const begun = performance.now();
  const roles = await countUsers(tx, now);
  const tasks = await countTasks(tx);
  const { bytes, preparedToday } = await sumStorage(tx, now);
  const sum = (of: "users" | "suspended" | "active") => roles.reduce((all, row) => all + row[of], 0);
  const inRole = (role: string) => roles.find((row) => row.role === role)?.users ?? 0;
  const figures: Figures = {
    users: {
      total: sum("users"),
      suspended: sum("suspended"),
      activeThisWeek: sum("active"),
      byRole: { NORMAL: inRole("NORMAL"), EDITOR: inRole("EDITOR"), YOUTUBER: inRole("YOUTUBER") },
    },
    tasks,
    preparedToday,
    storage: bytes,
    largestTasks: await listLargestTasks(tx, listed),
    largestUsers: await listLargestUsers(tx, listed),
    expiring: await listExpiring(tx, now),
  };
  const tookMilliseconds = Math.round(performance.now() - begun);
  await storeFigures(tx, { measuredAt: now, tookMilliseconds, figures });
  await storeDay(tx, now.toISOString().slice(0, 10), bytes);
  return { figures, measuredAt: now };
}

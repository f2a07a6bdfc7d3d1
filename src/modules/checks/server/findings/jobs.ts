import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

import type { ChecksDependencies } from "../dependencies.ts";
import { listOutdated, type VersionRef } from "../queries.ts";
import { evaluate } from "./evaluate.ts";

/** Evaluates findings again after the rules or a creator's specification have changed. Nothing is decoded. */
export const evaluateOutdated = defineJob({
  job: "checks.evaluate-outdated",
  data: z.unknown(),
  retries: 5,
  retryDelaySeconds: 10,
  expireSeconds: 900,
  concurrency: 1,
  cron: "*/10 * * * *",
});

const versionsPerQuery = 100;

export function evaluationWorker({ run, read }: ChecksDependencies): JobWorker {
  return worker(evaluateOutdated, async (_data, signal) => {
    let last: VersionRef | null = null;
    const errors: unknown[] = [];
    do {
      const after: VersionRef | null = last;
      const outdated: VersionRef[] = await read(null, ({ tx }) => listOutdated(tx, after, versionsPerQuery));
      for (const version of outdated) {
        if (signal.aborted) return;
        await run(null, (ctx) => evaluate(ctx, version, { onlyChanges: true })).catch((error: unknown) =>
          errors.push(error),
        );
      }
      last = outdated.at(-1) ?? null;
    } while (last !== null);
    // After the others, which don't wait for a version that can't be evaluated.
    if (errors.length > 0) throw errors[0];
  });
}

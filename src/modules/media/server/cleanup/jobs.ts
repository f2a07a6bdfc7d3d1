import type { JobWorker } from "#core/server/job.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { lostWorkWorker } from "./lost-work.ts";
import { reconcileWorker } from "./reconcile.ts";
import { sweepWorker } from "./sweep.ts";

/** Recurring jobs that repair what crashes, restored backups and abandoned uploads leave behind. */
export function cleanupJobs(dependencies: MediaJobDependencies): JobWorker[] {
  return [sweepWorker(dependencies), reconcileWorker(dependencies), lostWorkWorker(dependencies)];
}

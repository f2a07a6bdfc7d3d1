import type { JobWorker } from "#core/server/job.ts";

import type { MediaJobParts } from "../job-parts.ts";
import { lostWorkWorker } from "./lost-work.ts";
import { reconcileWorker } from "./reconcile.ts";
import { sweepWorker } from "./sweep.ts";

/** Recurring jobs that repair what crashes, restored backups and abandoned uploads leave behind. */
export function cleanupJobs(parts: MediaJobParts): JobWorker[] {
  return [sweepWorker(parts), reconcileWorker(parts), lostWorkWorker(parts)];
}

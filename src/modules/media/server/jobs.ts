import type { JobWorker } from "#core/server/job.ts";

import { cleanupJobs } from "./cleanup/jobs.ts";
import { deletionJobs } from "./deletion/jobs.ts";
import type { MediaJobParts } from "./job-parts.ts";
import { preparationJobs } from "./preparation/jobs.ts";

/** All background jobs of the module. */
export function mediaJobs(parts: MediaJobParts): JobWorker[] {
  return [...preparationJobs(parts), ...deletionJobs(parts), ...cleanupJobs(parts)];
}

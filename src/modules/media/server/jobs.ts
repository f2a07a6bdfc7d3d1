import type { JobWorker } from "#core/server/job.ts";

import { cleanupJobs } from "./cleanup/jobs.ts";
import { deletionJobs } from "./deletion/jobs.ts";
import type { MediaJobDependencies } from "./dependencies.ts";
import { preparationJobs } from "./preparation/jobs.ts";
import { verifyFilesWorker } from "./uploads/verify-files.ts";

/** All background jobs of the module. */
export function mediaJobs(dependencies: MediaJobDependencies): JobWorker[] {
  return [
    ...preparationJobs(dependencies),
    verifyFilesWorker(dependencies),
    ...deletionJobs(dependencies),
    ...cleanupJobs(dependencies),
  ];
}

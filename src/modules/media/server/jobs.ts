import type { JobWorker } from "#core/server/job.ts";

import { clearingWorkers } from "./jobs/clear.ts";
import { hashWorker } from "./jobs/hash.ts";
import { lostWorkWorker } from "./jobs/lost-work.ts";
import type { MediaJobParts } from "./jobs/parts.ts";
import { prepareWorker } from "./jobs/prepare.ts";
import { reconcileWorker } from "./jobs/reconcile.ts";
import { refineWorker } from "./jobs/refine.ts";
import { renderWorker } from "./jobs/render.ts";
import { stillsWorker } from "./jobs/stills.ts";

/** Everything that happens to a video and to files after they have arrived. */
export function mediaJobs(parts: MediaJobParts): JobWorker[] {
  return [
    prepareWorker(parts),
    renderWorker(parts),
    refineWorker(parts),
    stillsWorker(parts),
    hashWorker(parts),
    ...clearingWorkers(parts),
    reconcileWorker(parts),
    lostWorkWorker(parts),
  ];
}

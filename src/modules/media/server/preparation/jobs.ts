import type { JobWorker } from "#core/server/job.ts";

import type { MediaJobParts } from "../job-parts.ts";
import { hashWorker } from "./hash.ts";
import { prepareWorker } from "./prepare.ts";
import { refineWorker } from "./refine.ts";
import { renderWorker } from "./render.ts";
import { videoStillsWorker } from "./stills.ts";

/** Workers that make a received video playable. */
export function preparationJobs(parts: MediaJobParts): JobWorker[] {
  return [
    prepareWorker(parts),
    renderWorker(parts),
    refineWorker(parts),
    videoStillsWorker(parts),
    hashWorker(parts),
  ];
}

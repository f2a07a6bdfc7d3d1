import type { JobWorker } from "#core/server/job.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { convertWorker } from "./convert.ts";
import { hashWorker } from "./hash.ts";
import { measureSoundWorker } from "./measure-sound.ts";
import { prepareWorker } from "./prepare.ts";
import { refineWorker } from "./refine.ts";
import { renderWorker } from "./render.ts";
import { videoStillsWorker } from "./stills.ts";

/** Workers that make a received video playable. */
export function preparationJobs(dependencies: MediaJobDependencies): JobWorker[] {
  return [
    prepareWorker(dependencies),
    measureSoundWorker(dependencies),
    renderWorker(dependencies),
    convertWorker(dependencies),
    refineWorker(dependencies),
    videoStillsWorker(dependencies),
    hashWorker(dependencies),
  ];
}

import { type JobWorker, worker } from "#core/server/job.ts";

import { removeFile, removeVideo } from "../job-definitions.ts";
import type { MediaJobParts } from "../job-parts.ts";
import { removeFileObject, removeVideoObjects } from "./deletion.ts";

/** Workers that remove the stored objects of deleted videos and files. */
export function deletionJobs(parts: Pick<MediaJobParts, "run" | "storage">): JobWorker[] {
  return [
    worker(removeVideo, ({ videoId }) => removeVideoObjects(parts, videoId)),
    worker(removeFile, ({ fileId }) => removeFileObject(parts, fileId)),
  ];
}

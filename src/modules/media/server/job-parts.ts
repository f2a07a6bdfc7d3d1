import type { BaseLogger } from "pino";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { JobStatusIn } from "#core/server/job.ts";

import type { LeaseParts } from "./uploads/lease.ts";

/** Dependencies of the module's jobs. */
export interface MediaJobParts extends LeaseParts {
  storage: ObjectStorage;
  jobStatus: JobStatusIn;
  tools: VideoTools;
  log: Pick<BaseLogger, "info" | "error">;
  /** A local folder for temporary files of running jobs. */
  scratchFolder: string;
}

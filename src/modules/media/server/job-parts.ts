import type { BaseLogger } from "pino";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { AdvisoryLock } from "#adapters/postgres/advisory-lock.ts";
import type { Run } from "#core/server/context.ts";
import type { JobStatusIn } from "#core/server/job.ts";

import type { StorageQuota } from "./space/quota.ts";

/** Dependencies of the module's jobs. */
export interface MediaJobParts {
  run: Run;
  lock: (key: string) => Promise<AdvisoryLock | null>;
  storage: ObjectStorage;
  storageQuota: StorageQuota;
  jobStatus: JobStatusIn;
  tools: VideoTools;
  log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** A local folder for temporary files of running jobs. */
  scratchFolder: string;
}

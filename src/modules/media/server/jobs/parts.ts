import type { BaseLogger } from "pino";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";
import type { TracesIn } from "#core/server/job.ts";

export interface MediaJobParts {
  run: Run;
  storage: ObjectStorage;
  traces: TracesIn;
  tools: VideoTools;
  log: Pick<BaseLogger, "info" | "error">;
  /** A folder of this machine for what is being made; it holds nothing that is missed after a crash. */
  scratchFolder: string;
}

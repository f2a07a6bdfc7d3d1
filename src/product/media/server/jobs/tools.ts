import type { Ffmpeg } from "#devices/ffmpeg/ffmpeg.ts";
import type { planPlayback } from "#devices/ffmpeg/plan.ts";
import type { probe } from "#devices/ffmpeg/probe.ts";
import type { makeRendition } from "#devices/ffmpeg/rendition.ts";
import type { makeStills } from "#devices/ffmpeg/stills.ts";
import type { ObjectStorage } from "#devices/object-storage/storage.ts";
import type { Run } from "#foundation/server/context.ts";

/** The ffmpeg device as preparation uses it; `ffmpeg` is null where the machine has none. */
export interface VideoTools {
  ffmpeg: Ffmpeg | null;
  probe: typeof probe;
  planPlayback: typeof planPlayback;
  makeRendition: typeof makeRendition;
  makeStills: typeof makeStills;
}

export interface MediaJobParts {
  run: Run;
  storage: ObjectStorage;
  tools: VideoTools;
  /** A folder of this machine for what is being made; it holds nothing that is missed after a crash. */
  scratchFolder: string;
}

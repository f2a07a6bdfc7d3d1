import { AdapterError } from "#core/adapter-error.ts";

import type { DistantFile, Probe, ProbeFacts, ProbeLimits } from "./facts.ts";
import { minimumVersion } from "./ffmpeg-check.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { type LaterFilesOrder, makeLaterFiles } from "./later-files.ts";
import type { MadeFile } from "./made-file.ts";
import {
  type LaterHeights,
  laterHeights,
  type MadeRendition,
  type PlaybackPlan,
  planPlayback,
  renditionHeight,
} from "./plan.ts";
import { probe, probeDistant } from "./probe.ts";
import { makeRendition, type Rendition, type RenditionOrder, type Stills } from "./rendition.ts";
import { makeStills, type StillsOrder } from "./stills.ts";

/** What the server can find out about videos and make of them. Files are local paths. */
export interface VideoTools {
  /** Null where no usable ffmpeg was found: probing and planning still work, making does not (`ffmpeg_missing`). */
  ffmpeg: Ffmpeg | null;
  probe(path: string, limits?: ProbeLimits): Promise<Probe>;
  /** Null where the file has to be on this disk to be looked at. */
  probeDistant(file: DistantFile): Promise<Probe | null>;
  plan(facts: ProbeFacts, limits?: { maxBitrate: number }): PlaybackPlan;
  renditionHeight(facts: ProbeFacts): number;
  laterHeights(facts: ProbeFacts, rendition: MadeRendition | null): LaterHeights;
  makeRendition(order: RenditionOrder): Promise<Rendition>;
  makeStills(order: StillsOrder): Promise<Stills>;
  makeLaterFiles(order: LaterFilesOrder): Promise<Map<string, MadeFile>>;
}

/** The tools on the ffmpeg that `findFfmpeg` found, or on none. */
export function createVideoTools(ffmpeg: Ffmpeg | null): VideoTools {
  return {
    ffmpeg,
    probe: (path, limits) => probe(path, { ffmpeg, ...(limits ? { limits } : {}) }),
    probeDistant: (file) => probeDistant(file, {}),
    plan: planPlayback,
    renditionHeight,
    laterHeights,
    makeRendition: async (order) => makeRendition(present(ffmpeg), order),
    makeStills: async (order) => makeStills(present(ffmpeg), order),
    makeLaterFiles: async (order) => makeLaterFiles(present(ffmpeg), order),
  };
}

function present(ffmpeg: Ffmpeg | null): Ffmpeg {
  if (ffmpeg) return ffmpeg;
  const message = `This video can't be prepared: the server has no usable ffmpeg. Install ffmpeg ${minimumVersion} or later.`;
  throw new AdapterError({ kind: "needs-user", code: "ffmpeg_missing", message });
}

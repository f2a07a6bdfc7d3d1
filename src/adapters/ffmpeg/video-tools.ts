import { AdapterError } from "#core/adapter-error.ts";

import { type CaptionsOrder, type CaptionTrack, makeCaptions } from "./captions.ts";
import { type DeferredFilesOrder, makeDeferredFiles } from "./deferred-files.ts";
import type { RemoteFile, Probe, ProbeFacts, ProbeLimits } from "./facts.ts";
import { minimumVersion } from "./ffmpeg-check.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { type FrameStillOrder, makeFrameStill } from "./frame-still.ts";
import { measureSound, type SoundMeasuresOrder } from "./measure-sound.ts";
import type { OutputFile } from "./output-file.ts";
import {
  type DeferredHeights,
  deferredHeights,
  type MadeRendition,
  type PlaybackPlan,
  planPlayback,
  renditionHeight,
} from "./plan.ts";
import { probe, probeRemote } from "./probe.ts";
import { makeRendition, type Rendition, type RenditionOrder, type Stills } from "./rendition.ts";
import { makeSoundFiles, type SoundFile, type SoundFilesOrder } from "./sound-files.ts";
import { decodesForStills, makeStills, type StillsOrder } from "./stills.ts";

/** Video analysis and conversion. Files are local paths. */
export interface VideoTools {
  /**
   * Null if there is no usable ffmpeg: probing and planning still work, conversion fails (`ffmpeg_missing`).
   */
  ffmpeg: Ffmpeg | null;
  probe(path: string, limits?: ProbeLimits): Promise<Probe>;
  /** Null if the file must be on this disk to be probed. */
  probeRemote(file: RemoteFile): Promise<Probe | null>;
  plan(facts: ProbeFacts, limits?: { maxBitrate: number }): PlaybackPlan;
  renditionHeight(facts: ProbeFacts): number;
  deferredHeights(facts: ProbeFacts, rendition: MadeRendition | null, slowSteps: boolean): DeferredHeights;
  makeRendition(order: RenditionOrder): Promise<Rendition>;
  decodesForStills(facts: ProbeFacts): boolean;
  makeStills(order: StillsOrder): Promise<Stills>;
  makeCaptions(order: CaptionsOrder): Promise<CaptionTrack[]>;
  makeSoundFiles(order: SoundFilesOrder): Promise<SoundFile[]>;
  makeFrameStill(order: FrameStillOrder): Promise<string | null>;
  measureSound(order: SoundMeasuresOrder): ReturnType<typeof measureSound>;
  makeDeferredFiles(order: DeferredFilesOrder): Promise<Map<string, OutputFile>>;
}

export function createVideoTools(ffmpeg: Ffmpeg | null): VideoTools {
  return {
    ffmpeg,
    probe: (path, limits) => probe(path, { ffmpeg, ...(limits ? { limits } : {}) }),
    probeRemote: (file) => probeRemote(file, {}),
    plan: planPlayback,
    renditionHeight,
    deferredHeights,
    makeRendition: async (order) => makeRendition(present(ffmpeg), order),
    decodesForStills,
    makeStills: async (order) => makeStills(present(ffmpeg), order),
    makeCaptions: async (order) => makeCaptions(present(ffmpeg), order),
    makeSoundFiles: async (order) => makeSoundFiles(present(ffmpeg), order),
    makeFrameStill: async (order) => makeFrameStill(present(ffmpeg), order),
    measureSound: async (order) => measureSound(present(ffmpeg), order),
    makeDeferredFiles: async (order) => makeDeferredFiles(present(ffmpeg), order),
  };
}

function present(ffmpeg: Ffmpeg | null): Ffmpeg {
  if (ffmpeg) return ffmpeg;
  const message = `This video can't be processed: the server has no usable ffmpeg. Install ffmpeg ${minimumVersion} or later.`;
  throw new AdapterError({ kind: "needs-user", code: "ffmpeg_missing", message });
}

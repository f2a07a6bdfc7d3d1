import { AdapterError } from "#core/adapter-error.ts";

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { inspectOutput, type OutputFile, timeLimit } from "./output-file.ts";
import { createPictureMeter, type PictureReceiver } from "./picture-meter.ts";
import { fileArgs, outputIn, renditionSize } from "./rendition-args.ts";
import { runFfmpeg } from "./run.ts";

export interface DeferredFilesOrder {
  /** A local file. */
  source: string;
  /** For the output files. The caller removes it, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  /** Height of each file to create, by file name (see `deferredHeights`); may be empty where the picture is measured. */
  heights: ReadonlyMap<string, number>;
  /** The one of them whose frames are shown at once by steps. */
  fileForSteps?: string;
  onPicture?: PictureReceiver | undefined;
  signal?: AbortSignal;
}

/** Runs only when the processor is idle. */
const lowestPriority = 19;

/**
 * Creates MP4 files of a video that is already watchable, all in one decoding pass, at the lowest priority.
 * They start at zero and have the original's frames. Rejects with the `AdapterError`s of `runFfmpeg`.
 */
export async function makeDeferredFiles(
  ffmpeg: Ffmpeg,
  order: DeferredFilesOrder,
): Promise<Map<string, OutputFile>> {
  const { source, folder, facts, heights, fileForSteps, onPicture, signal } = order;
  const picture = onPicture && createPictureMeter(facts);
  const sizes = new Map([...heights].map(([name, height]) => [name, renditionSize(facts, height)]));
  const pass = runFfmpeg(ffmpeg, {
    args: fileArgs({ source, facts, sizes, fileForSteps, measures: picture !== undefined }, ffmpeg),
    cwd: folder,
    signal,
    timeLimitSeconds: timeLimit(facts),
    turnKey: source,
    niceness: lowestPriority,
    receivers: picture?.receivers,
  });
  await pass.catch(async (error: unknown) => {
    if (error instanceof AdapterError && error.kind === "permanent") await onPicture?.(null);
    throw error;
  });
  await onPicture?.(picture?.finish() ?? null);
  const made = new Map<string, OutputFile>();
  for (const name of sizes.keys()) made.set(name, await inspectOutput(outputIn(folder, name), facts));
  return made;
}

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { inspectOutput, type OutputFile, timeLimit } from "./output-file.ts";
import { fileArgs, outputIn, renditionSize } from "./rendition-args.ts";
import { runFfmpeg } from "./run.ts";

export interface DeferredFilesOrder {
  /** A local file. */
  source: string;
  /** For the output files. The caller removes it, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  /** Height of each file to create, by file name (see `deferredHeights`). */
  heights: ReadonlyMap<string, number>;
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
  const { source, folder, facts, heights, signal } = order;
  const files = new Map([...heights].map(([name, height]) => [name, renditionSize(facts, height)]));
  await runFfmpeg(ffmpeg, {
    args: fileArgs({ source, facts, files }, ffmpeg),
    cwd: folder,
    signal,
    timeLimitSeconds: timeLimit(facts),
    turnOf: source,
    niceness: lowestPriority,
  });
  const made = new Map<string, OutputFile>();
  for (const name of files.keys()) made.set(name, await inspectOutput(outputIn(folder, name), facts));
  return made;
}

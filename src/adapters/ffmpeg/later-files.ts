import path from "node:path";

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { lookAtMade, type MadeFile, timeLimit } from "./made-file.ts";
import { fileArgs, renditionSize } from "./rendition-args.ts";
import { runFfmpeg } from "./run.ts";

export interface LaterFilesOrder {
  /** A local file. */
  source: string;
  /** Takes the files; it is the caller's, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  /** Lines of the picture as shown (see `laterHeights`), by the name of the file to be made. */
  heights: ReadonlyMap<string, number>;
  signal?: AbortSignal;
}

/** Runs only when nothing else wants the processor. */
const lowestPriority = 19;

/**
 * Makes MP4 files of a video that can be watched already, all of them of one decoding, when the processor has nothing
 * else to do. Each starts at zero with the original's frames. Rejects with the `AdapterError`s of `runFfmpeg`.
 */
export async function makeLaterFiles(ffmpeg: Ffmpeg, order: LaterFilesOrder): Promise<Map<string, MadeFile>> {
  const { source, folder, facts, heights, signal } = order;
  const files = new Map([...heights].map(([name, height]) => [name, renditionSize(facts, height)]));
  await runFfmpeg(ffmpeg, {
    args: fileArgs({ source, facts, files }, ffmpeg),
    cwd: folder,
    signal,
    timeLimitSeconds: timeLimit(facts),
    niceness: lowestPriority,
  });
  const made = new Map<string, MadeFile>();
  for (const name of files.keys()) made.set(name, await lookAtMade(path.join(folder, name), facts));
  return made;
}

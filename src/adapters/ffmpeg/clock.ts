import type { ProbeFacts } from "./facts.ts";
import { sourceArgs } from "./run.ts";

type Streams = Pick<ProbeFacts, "container" | "durationDeclared"> & {
  video: Pick<ProbeFacts["video"], "stream" | "firstSeconds">;
};

/** The picture track of a video, for ffmpeg's `-map`. */
export function pictureStream({ video }: { video: Pick<ProbeFacts["video"], "stream"> }): string {
  return `0:${video.stream ?? "V:0"}`;
}

/**
 * Fragments of a recording whose program was killed: ffmpeg ends at the first missing byte of any track that it reads, so that
 * sound is read through an input of its own.
 */
function isCutInFragments({ container, durationDeclared }: Omit<Streams, "video">): boolean {
  return (container === "mp4" || container === "mov") && !durationDeclared;
}

/** Containers that state their duration when the recording ends. */
const finished = new Set(["mp4", "mov", "matroska", "webm"]);

/** Whether the file is a recording that was not ended, such as one whose program was killed. */
export function isUnfinished({ container, durationDeclared }: Omit<Streams, "video">): boolean {
  return finished.has(container) && !durationDeclared;
}

/** The inputs of a conversion. */
export function inputArgs(facts: Streams, source: string): string[] {
  return isCutInFragments(facts) ? [...sourceArgs(source), ...sourceArgs(source)] : sourceArgs(source);
}

/** The specifier of the sound among these inputs. */
export function soundStreams(facts: Omit<Streams, "video">): string {
  return isCutInFragments(facts) ? "1:a" : "0:a";
}

/**
 * An output without content. In transport streams and some other containers, ffmpeg's zero is the beginning of the first
 * stream that is used: with this output it is the same for every run on a file. In fragments it is that of the file.
 */
export function clockOutput(facts: Streams): string[] {
  const sound = isCutInFragments(facts) ? [] : ["-map", "0:a?"];
  return ["-map", pictureStream(facts), ...sound, "-c", "copy", "-f", "null", "-"];
}

/** The same for the outputs whose times are compared with that of the first frame, where that was measured. */
export function measuredClock(facts: Streams): string[] {
  return facts.video.firstSeconds === undefined ? [] : clockOutput(facts);
}

import type { ProbeFacts } from "./facts.ts";

/** The picture track of a video, for ffmpeg's `-map`. */
export function pictureStream({ video }: { video: Pick<ProbeFacts["video"], "stream"> }): string {
  return `0:${video.stream ?? "V:0"}`;
}

/** Streams by which ffmpeg's clock begins, of which the first is the picture. */
export function clockStreams(picture: string): string[] {
  return ["-map", picture, "-map", "0:a?"];
}

/**
 * An output without content. In transport streams and some other containers, ffmpeg's zero is the beginning of the first
 * stream that is used: with this output it is the same for every run on a file.
 */
export function clockOutput(picture: string): string[] {
  return [...clockStreams(picture), "-c", "copy", "-f", "null", "-"];
}

/** Streams by which ffmpeg's clock begins. */
export const clockStreams: readonly string[] = ["-map", "0:V:0", "-map", "0:a?"];

/**
 * An output without content. In transport streams and some other containers, ffmpeg's zero is the beginning of the first
 * stream that is used: with this output it is the same for every run on a file.
 */
export const clockOutput: readonly string[] = [...clockStreams, "-c", "copy", "-f", "null", "-"];

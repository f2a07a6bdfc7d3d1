import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options } from "./run.ts";

/** Untagged video of at least this height is treated as BT.709, as in Chromium. */
const linesOfHighDefinition = 720;

/**
 * The filter that scales to `size` with square pixels and 8 bits, and tone-maps high dynamic range. A video
 * keeps its matrix; a still gets JPEG's, BT.601. ffmpeg has applied the rotation before.
 */
export function pictureFilter(
  { video }: ProbeFacts,
  size: { width: number; height: number },
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
  use: "video" | "still",
): string {
  const scale = `scale=${size.width}:${size.height}:flags=fast_bilinear`;
  if (video.hdr === null || !ffmpeg.toneMaps) {
    const assumed = video.matrix === null && video.codedHeight >= linesOfHighDefinition ? "bt709" : null;
    const from = assumed === null ? "" : `:in_color_matrix=${assumed}`;
    const into = use === "still" ? "bt601" : assumed;
    const matrix = into === null ? "" : `${from}:out_color_matrix=${into}`;
    return `${scale}${matrix},setsar=1,format=yuv420p`;
  }
  const transfer = video.hdr === "pq" ? "smpte2084" : "arib-std-b67";
  return [
    `${scale},setsar=1`,
    `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "tonemap=hable:desat=0",
    `zscale=t=bt709:m=${use === "still" ? "170m" : "bt709"}:r=tv`,
    "format=yuv420p",
  ].join(",");
}

/** Time of the poster in seconds after the first frame: after a dark beginning, but not after the last frame. */
export function posterSeconds({ durationSeconds, video }: ProbeFacts): number {
  const lastBegins = Math.max(0, durationSeconds - video.rate.den / video.rate.num);
  return Math.floor(Math.min(3, durationSeconds / 2, lastBegins) * 1000) / 1000;
}

/**
 * Seconds from ffmpeg's zero to the first frame. ffmpeg starts the earlier of video and audio at zero; audio
 * before an MP4's zero (encoder priming) is not played.
 */
export function secondsUntilPicture({ container, video, audio }: ProbeFacts): number {
  if (!audio) return 0;
  const begins = audio.startSeconds;
  const heard = container === "mp4" || container === "mov" ? Math.max(0, begins) : begins;
  return Math.max(0, video.startSeconds - heard);
}

export const posterSide = 1280;
export const posterName = "poster.jpg";

/** ffmpeg's output options for pictures of a quality from 2 (best) to 31. */
export function stillOutput(quality: number): string[] {
  return options({ "q:v": quality, map_metadata: -1, fps_mode: "passthrough", f: "image2" });
}

/** ffmpeg's output options for a single picture. */
export function singleOutput(name: string): string[] {
  return [...stillOutput(3), ...options({ "frames:v": 1, update: 1 }), name];
}

export const posterOutput: readonly string[] = singleOutput(posterName);

/** The size scaled down to a longer side of at most `longest` pixels; even numbers. */
export function fitted(
  size: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}

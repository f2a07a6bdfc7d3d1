import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options } from "./run.ts";

/** Untagged pictures of so many lines are taken for BT.709, as Chromium does. */
const linesOfHighDefinition = 720;

/**
 * The filter that brings a source's pictures to a size in the colours that every screen shows: square pixels, 8 bits,
 * high dynamic range brought down. A video keeps its own matrix; a still gets JPEG's, which is BT.601. ffmpeg has turned
 * the picture before.
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

/** Where the poster is taken: past a dark beginning, but not behind the last picture's begin. */
export function posterSeconds({ durationSeconds, video }: ProbeFacts): number {
  const lastBegins = Math.max(0, durationSeconds - video.rate.den / video.rate.num);
  return Math.floor(Math.min(3, durationSeconds / 2, lastBegins) * 1000) / 1000;
}

export const posterSide = 1280;
export const posterName = "poster.jpg";

/** ffmpeg's output options for pictures of a quality, 2 (best) to 31. */
export function stillOutput(quality: number): string[] {
  return options({ "q:v": quality, map_metadata: -1, fps_mode: "passthrough", f: "image2" });
}

/** One picture in a file of its own. */
export function singleOutput(name: string): string[] {
  return [...stillOutput(3), ...options({ "frames:v": 1, update: 1 }), name];
}

export const posterOutput: readonly string[] = singleOutput(posterName);

/** The even size of a picture whose longer side has `longest` pixels, or fewer when the source has fewer. */
export function fitted(
  size: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}

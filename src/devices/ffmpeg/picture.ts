import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options } from "./run.ts";

/**
 * The filter that brings a source's pictures to a size in the colours that every screen shows: square pixels, 8 bits,
 * high dynamic range brought down. ffmpeg has turned the picture before.
 */
export function pictureFilter(
  { video }: ProbeFacts,
  size: { width: number; height: number },
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
): string {
  const scale = `scale=${size.width}:${size.height}:flags=fast_bilinear,setsar=1`;
  if (video.hdr === null || !ffmpeg.toneMaps) return `${scale},format=yuv420p`;
  const transfer = video.hdr === "pq" ? "smpte2084" : "arib-std-b67";
  return [
    scale,
    `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "tonemap=hable:desat=0",
    "zscale=t=bt709:m=bt709:r=tv",
    "format=yuv420p",
  ].join(",");
}

/** Where the poster is taken: past a dark beginning, but inside the shortest clip. */
export function posterSeconds({ durationSeconds }: ProbeFacts): number {
  return Math.round(Math.min(3, durationSeconds / 2) * 1000) / 1000;
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

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options } from "./run.ts";

/** Untagged video of at least this height is treated as BT.709, as in Chromium. */
const linesOfHighDefinition = 720;

/**
 * The filter that scales to `size` with square pixels and 8 bits, and maps high dynamic range and BT.2020 to BT.709. A video
 * gets limited range and otherwise keeps its matrix; a still gets full range and the matrix of JPEG, BT.601. ffmpeg has
 * applied the rotation before.
 */
export function pictureFilter(
  { video }: ProbeFacts,
  size: { width: number; height: number },
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
  use: "video" | "still",
): string {
  const scale = `scale=${size.width}:${size.height}:flags=fast_bilinear`;
  if (video.hdr === null || !ffmpeg.toneMaps) {
    if (isWideGamut(video)) return [`${scale},setsar=1`, ...narrowGamut(ffmpeg, use)].join(",");
    const from = knownMatrix(video);
    const input = from === null ? "" : `:in_color_matrix=${from}`;
    if (use === "still") return `${scale}${input},setsar=1,${toStill}`;
    const output = from === null ? "" : `:out_color_matrix=${from}`;
    const tags =
      from === null ? "" : `,setparams=range=tv:colorspace=${from === "bt601" ? "smpte170m" : from}`;
    return `${scale}${input}${output}:out_range=limited,setsar=1,format=yuv420p${tags}`;
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

/**
 * The matrix, where it must be stated: ffmpeg doesn't carry it over when it changes the range, and takes untagged video of
 * high definition for BT.601.
 */
function knownMatrix({
  matrix,
  fullRange = false,
  codedHeight,
}: ProbeFacts["video"]): "bt709" | "bt601" | null {
  if (matrix === null) return codedHeight >= linesOfHighDefinition ? "bt709" : null;
  if (!fullRange) return null;
  if (matrix === "bt709") return "bt709";
  return matrix === "smpte170m" || matrix === "bt470bg" ? "bt601" : null;
}

/** Through RGB, because ffmpeg ignores the matrix where it only changes the range. */
const toStill = "format=gbrp,scale=out_color_matrix=bt601:out_range=full:flags=accurate_rnd,format=yuvj420p";

/** BT.2020 with a usual transfer function, as televisions and cameras record it. */
function isWideGamut({ matrix, hdr }: ProbeFacts["video"]): boolean {
  return hdr === null && matrix !== null && /^bt2020[-_]?nc/.test(matrix);
}

/** Maps BT.2020 to BT.709; without zscale with the built-in filter, whose colours are less exact. */
function narrowGamut({ toneMaps }: Pick<Ffmpeg, "toneMaps">, use: "video" | "still"): string[] {
  const still = use === "still";
  if (toneMaps) {
    const output = still ? "m=gbr:r=full" : "m=bt709:r=tv";
    const convert = `zscale=pin=bt2020:min=bt2020nc:tin=bt709:p=bt709:t=bt709:${output}`;
    return [convert, still ? toStill : "format=yuv420p"];
  }
  const input = "ispace=bt2020ncl:iprimaries=bt2020:itrc=bt709";
  const convert = `colorspace=${input}:space=bt709:primaries=bt709:trc=bt709:range=tv:format=yuv420p`;
  return ["format=yuv420p10le", convert, ...(still ? [toStill] : [])];
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
  if (video.firstSeconds !== undefined) return Math.max(0, video.firstSeconds);
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

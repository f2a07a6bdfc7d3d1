import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import sharp from "sharp";

import type { Ffmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#adapters/ffmpeg/run.ts";

import { numberRows, readNumbers } from "./clip-frames.ts";

const across = 64;
const down = 36;

/** An image of 64 × 36 pixels, RGB, row by row. */
export type Thumb = Uint8Array;

export interface AnalysedVideo {
  /** Numbers shown by the frames. */
  numbers: number[];
  /** Display size: rotated, with square pixels. */
  width: number;
  height: number;
  first: Thumb;
  /** Difference of adjacent lines of the first frame, relative to that of every second line. */
  comb: number;
  /** The frame at `seconds` after the first. */
  later: Thumb;
}

/** Analyses a video with ffmpeg in one pass. `matrix` applies if the file states none. */
export async function look(
  ffmpeg: Ffmpeg,
  file: string,
  seconds: number,
  matrix: "auto" | "bt709" = "auto",
): Promise<AnalysedVideo> {
  const folder = await mkdtemp(path.join(tmpdir(), "seen-"));
  const thumb = `scale=${across}:${down}:flags=area:in_color_matrix=${matrix},format=rgb24`;
  const single = ["-frames:v", "1", "-f", "rawvideo"];
  const chunks: Buffer[] = [];
  try {
    await runFfmpeg(ffmpeg, {
      cwd: folder,
      args: [
        ...[
          "-i",
          file,
          "-map",
          "0:V:0",
          "-vf",
          numberRows,
          "-fps_mode",
          "passthrough",
          "-f",
          "rawvideo",
          "pipe:3",
        ],
        ...["-map", "0:V:0", "-vf", thumb, ...single, "first.rgb"],
        ...[
          "-map",
          "0:V:0",
          "-vf",
          `setpts=PTS-STARTPTS,tpad=stop_mode=clone:stop=500,select=gte(t\\,${seconds}),${thumb}`,
          ...single,
          "later.rgb",
        ],
        ...[
          "-map",
          "0:V:0",
          "-vf",
          "scale=trunc(iw*sar+0.5):ih,setsar=1",
          "-frames:v",
          "1",
          "-update",
          "1",
          "shown.png",
        ],
      ],
      timeLimitSeconds: 60,
      onData: (chunk) => chunks.push(chunk),
    });
    const { data: grey, info } = await sharp(path.join(folder, "shown.png"))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const comb = lineDifference(grey, width) / lineDifference(grey, width * 2);
    const first = await readFile(path.join(folder, "first.rgb"));
    const later = await readFile(path.join(folder, "later.rgb"));
    return { numbers: readNumbers(Buffer.concat(chunks)), width, height, first, later, comb };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function lineDifference(grey: Buffer, distance: number): number {
  let sum = 0;
  for (let at = distance; at < grey.length; at++)
    sum += Math.abs((grey[at] ?? 0) - (grey[at - distance] ?? 0));
  return sum / (grey.length - distance);
}

export async function readThumb(picture: Buffer): Promise<Thumb> {
  return sharp(picture)
    .resize(across, down, { fit: "fill", kernel: "linear" })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Average difference of 4 × 4 pixel blocks of two images, 0 to 255. */
export function difference(one: Thumb, other: Thumb): number {
  const squares = new Float64Array((across / 4) * (down / 4) * 3);
  for (let at = 0; at < one.length; at++) {
    const pixel = Math.floor(at / 3);
    const square = Math.floor(pixel / across / 4) * (across / 4) + Math.floor((pixel % across) / 4);
    const place = square * 3 + (at % 3);
    squares[place] = (squares[place] ?? 0) + ((one[at] ?? 0) - (other[at] ?? 0)) / 16;
  }
  return squares.reduce((sum, value) => sum + Math.abs(value), 0) / squares.length;
}

/** Brightness (green) in the middle of each of four vertical stripes. */
export function thumbStripes(thumb: Thumb): number[] {
  return [0, 1, 2, 3].map(
    (stripe) => thumb[((down / 2) * across + (stripe + 0.5) * (across / 4)) * 3 + 1] ?? 0,
  );
}

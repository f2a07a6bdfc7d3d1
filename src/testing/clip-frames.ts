import type { Ffmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#adapters/ffmpeg/run.ts";

import { numberSquares } from "./clip-parts.ts";

/** The filter that reduces each frame to the grey row that `readNumbers` reads. */
export const numberRows = "crop=iw:iw/16:0:0,scale=16:1:flags=area,format=gray";

/** Reads the numbers shown by the frames of a video; `tiles` (`10x6`) splits a sheet first. */
export async function readFrameNumbers(ffmpeg: Ffmpeg, file: string, tiles?: string): Promise<number[]> {
  const chunks: Buffer[] = [];
  const untile = tiles === undefined ? "" : `untile=${tiles},`;
  const output = [
    "-an",
    "-vf",
    `${untile}${numberRows}`,
    "-fps_mode",
    "passthrough",
    "-f",
    "rawvideo",
    "pipe:3",
  ];
  await runFfmpeg(ffmpeg, {
    args: ["-i", file, ...output],
    timeLimitSeconds: 60,
    onData: (chunk) => chunks.push(chunk),
  });
  return readNumbers(Buffer.concat(chunks));
}

export function readNumbers(rows: Buffer): number[] {
  return Array.from({ length: rows.length / 16 }, (_, frame) => {
    const squares = rows.subarray(frame * 16, frame * 16 + numberSquares);
    return squares.reduce((number, brightness, digit) => number + (brightness > 128 ? 2 ** digit : 0), 0);
  });
}

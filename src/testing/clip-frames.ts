import type { Ffmpeg } from "#devices/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#devices/ffmpeg/run.ts";

import { numberSquares } from "./clip-recipes.ts";

/** Reads the numbers that the frames of a clip, or of anything made of one, show; `tiles` (`10x6`) splits a sheet first. */
export async function readFrameNumbers(ffmpeg: Ffmpeg, file: string, tiles?: string): Promise<number[]> {
  const chunks: Buffer[] = [];
  const untile = tiles === undefined ? "" : `untile=${tiles},`;
  const filter = `${untile}crop=iw:iw/16:0:0,scale=16:1:flags=area,format=gray`;
  const output = ["-an", "-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:3"];
  await runFfmpeg(ffmpeg, {
    args: ["-i", file, ...output],
    timeLimitSeconds: 60,
    onData: (chunk) => chunks.push(chunk),
  });
  const rows = Buffer.concat(chunks);
  return Array.from({ length: rows.length / 16 }, (_, frame) => {
    const squares = rows.subarray(frame * 16, frame * 16 + numberSquares);
    return squares.reduce((number, brightness, digit) => number + (brightness > 128 ? 2 ** digit : 0), 0);
  });
}

import { pictureStream } from "./clock.ts";
import { evenTiming } from "./even-timing.ts";
import type { ProbeFacts } from "./facts.ts";
import { greySize } from "./grey-frames.ts";
import { combingSample } from "./picture-combing.ts";
import { options } from "./run.ts";

/** ffmpeg's outputs for `createPictureMeter`: grey frames with the numbers that players count, and samples of their lines. */
export function pictureOutputs(facts: ProbeFacts): string[] {
  const { width, height } = greySize(facts);
  const grey = `scale=${width}:${height}:flags=area:out_range=full,format=gray,${evenTiming(facts)}`;
  const output = (filter: string, pipe: number) => [
    ...options({ map: pictureStream(facts), vf: filter, fps_mode: "passthrough", f: "rawvideo" }),
    `pipe:${pipe}`,
  ];
  return [...output(grey, 4), ...output(combingSample(facts).filter, 5)];
}

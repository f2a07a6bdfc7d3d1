import type { Rate } from "#modules/media/rules/frames.ts";

import type { Video } from "../tables.ts";

/** The frames that players show of a video. `counted` is false for a number that was estimated from the duration. */
export interface ShownFrames {
  frames: number;
  counted: boolean;
  rate: Rate;
}

/** The frames that players show of a video, also after its deletion; null before it was probed. */
export function readShownFrames({
  facts,
  renditionDone,
}: Pick<Video, "facts" | "renditionDone">): ShownFrames | null {
  if (!facts) return null;
  const { rate, framesCounted, constantRate, frames } = facts.video;
  // Players show a variable rate as a rendition of a constant one, whose frames are counted when it is complete.
  const counted = framesCounted && (constantRate || renditionDone !== null);
  return {
    frames: counted ? frames : Math.ceil((facts.durationSeconds * rate.num) / rate.den),
    counted,
    rate,
  };
}

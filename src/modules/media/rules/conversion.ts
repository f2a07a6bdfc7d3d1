import { z } from "zod";

/** A requested rendition of a video that is played as it is. Once it is made, the video is played by it. */
export const conversion = z.discriminatedUnion("state", [
  /** `share` is what is encoded, 0 to 1. */
  z.object({ state: z.literal("requested"), share: z.number().min(0).max(1) }),
  /** `message` says why, and what to do. */
  z.object({ state: z.literal("failed"), message: z.string() }),
]);
export type Conversion = z.output<typeof conversion>;

const failures = {
  no_space: "The server has no space to convert this video. Try again later.",
  ffmpeg_missing: "This server can't convert videos. Ask the operator to install ffmpeg.",
  interrupted: "The conversion was interrupted. Start it again.",
  permanent: "This video can't be converted. Export it as H.264 in MP4, and upload that as the next version.",
  other: "The conversion failed. Try again later.",
};

/** The failed conversion with a message about its cause. */
export function failedConversion(cause: keyof typeof failures): Conversion {
  return { state: "failed", message: failures[cause] };
}

import { z } from "zod";

/** Sentences of the failures that need no parameter. */
const sentences = {
  empty_file: "The file is empty. Choose it again, or export it again.",
  not_a_video: "This file isn't a video that can be read. Export it as MP4 or MOV and upload that.",
  no_picture: "This file has sound but no picture. Upload a video.",
  truncated: "The file is incomplete: it was cut off while being written or copied. Export or copy it again.",
  encrypted: "This video is encrypted (copy protection). Upload one without protection.",
  unknown_codec: "This video uses a codec that can't be read. Export it as H.264 in MP4 and upload that.",
  unreadable: "This video can't be read. Export it again and upload the new file.",
  ffmpeg_failed: "This video can't be processed. Export it as H.264 in MP4 and upload that.",
  unmatched_times:
    "The frame timing of this video can't be preserved. Export it as H.264 in MP4 with a constant frame rate and upload that.",
  attempts_exhausted:
    "This video could not be prepared after several tries. Export it again and upload the new file.",
  preparation_canceled:
    "An operator of this server stopped preparing this video. Upload it again, or ask them why.",
  preparation_lost: "The server could not prepare this video after several tries. Please upload it again.",
  file_lost: "The server lost the file of this video. Please upload it again.",
  digest_mismatch:
    "The received file differs from the file that was sent (checksum mismatch). Please upload it again.",
} as const;
type PlainCode = keyof typeof sentences;
const plainCodes = Object.keys(sentences) as [PlainCode, ...PlainCode[]];

/** Failures whose sentence contains measured values, and `other` for those without a code. */
const detailedCodes = ["absurd_dimensions", "time_limit", "other"] as const;

/** The reason why a video can't be used, as stored and sent in events. */
export const videoFailure = z.discriminatedUnion("code", [
  z.object({ code: z.enum(plainCodes) }),
  /** `obstacle` completes "This video …", for example "is 10-bit". */
  z.object({ code: z.literal("no_ffmpeg"), obstacle: z.string() }),
  z.object({ code: z.enum(detailedCodes), message: z.string() }),
]);
export type VideoFailure = z.output<typeof videoFailure>;

function hasFixedSentence(failure: VideoFailure): failure is Extract<VideoFailure, { code: PlainCode }> {
  return failure.code in sentences;
}

/** The sentence for the person who uploaded the video: what is wrong and what to do. */
export function videoFailureMessage(failure: VideoFailure): string {
  // First, because earlier versions stored the output of ffmpeg with `ffmpeg_failed`.
  if (hasFixedSentence(failure)) return sentences[failure.code];
  if ("message" in failure) return failure.message;
  return `This video ${failure.obstacle}, so browsers can't play it, and this server has no ffmpeg to convert it. Export it as H.264 in MP4 and upload that.`;
}

/** The failure for an error of the video tools; `message` is kept unless its code has a fixed sentence. */
export function failureOfTools({ code, message }: { code: string; message: string }): VideoFailure {
  const plain = plainCodes.find((each) => each === code);
  if (plain) return { code: plain };
  return { code: detailedCodes.find((each) => each === code) ?? "other", message };
}

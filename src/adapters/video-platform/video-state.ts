import { z } from "zod";

import type { Privacy } from "./metadata.ts";

/** How a video stands at the platform (video platform reference, 2.5). */
export interface VideoState {
  id: string;
  title: string | null;
  /** What the video really got; it may differ from what was sent (reference, 2.9). */
  privacy: Privacy | null;
  publishAt: Date | null;
  madeForKids: boolean | null;
  uploadStatus: UploadStatus | null;
  processing: Processing | null;
  /** Why the platform will never show it, in words; null while nothing is wrong. */
  problem: VideoProblem | null;
}

type UploadStatus = "uploaded" | "processed" | "failed" | "rejected" | "deleted";

/** `terminated` means that details are no longer kept, not that processing failed. */
interface Processing {
  status: "processing" | "succeeded" | "failed" | "terminated" | null;
  /** Parts done and in all; the whole may grow, so show the furthest that was seen. */
  partsProcessed: number | null;
  partsTotal: number | null;
  timeLeftMilliseconds: number | null;
}

interface VideoProblem {
  /** The platform's own word, such as `codec` or `copyright`. */
  code: string;
  message: string;
}

const number = z.coerce.number().int().nonnegative().nullish().catch(null);
const word = z.string().nullish().catch(null);
const date = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish()
  .catch(null);

/** The video resource as far as it is read; unknown values become null rather than failures. */
export const videoResource = z.object({
  id: z.string().min(1),
  snippet: z
    .object({
      title: word,
      description: word,
      tags: z.array(z.string()).nullish().catch(null),
      categoryId: word,
      defaultLanguage: word,
      defaultAudioLanguage: word,
      publishedAt: date,
    })
    .nullish(),
  status: z
    .object({
      uploadStatus: z.enum(["uploaded", "processed", "failed", "rejected", "deleted"]).nullish().catch(null),
      failureReason: word,
      rejectionReason: word,
      privacyStatus: z.enum(["private", "public", "unlisted"]).nullish().catch(null),
      publishAt: date,
      madeForKids: z.boolean().nullish().catch(null),
      selfDeclaredMadeForKids: z.boolean().nullish().catch(null),
      containsSyntheticMedia: z.boolean().nullish().catch(null),
      license: word,
      embeddable: z.boolean().nullish().catch(null),
      publicStatsViewable: z.boolean().nullish().catch(null),
    })
    .nullish(),
  processingDetails: z
    .object({
      processingStatus: z.enum(["processing", "succeeded", "failed", "terminated"]).nullish().catch(null),
      processingFailureReason: word,
      processingProgress: z
        .object({ partsTotal: number, partsProcessed: number, timeLeftMs: number })
        .nullish()
        .catch(null),
    })
    .nullish(),
  fileDetails: z.object({ fileName: word, fileSize: number }).nullish().catch(null),
});
export type VideoResource = z.output<typeof videoResource>;

export function readVideo({ id, snippet, status, processingDetails }: VideoResource): VideoState {
  const progress = processingDetails?.processingProgress;
  return {
    id,
    title: snippet?.title ?? null,
    privacy: status?.privacyStatus ?? null,
    publishAt: status?.publishAt ?? null,
    madeForKids: status?.madeForKids ?? status?.selfDeclaredMadeForKids ?? null,
    uploadStatus: status?.uploadStatus ?? null,
    processing: processingDetails
      ? {
          status: processingDetails.processingStatus ?? null,
          partsProcessed: progress?.partsProcessed ?? null,
          partsTotal: progress?.partsTotal ?? null,
          timeLeftMilliseconds: progress?.timeLeftMs ?? null,
        }
      : null,
    problem: problemOf(status, processingDetails),
  };
}

function problemOf(
  status: VideoResource["status"],
  processing: VideoResource["processingDetails"],
): VideoProblem | null {
  switch (status?.uploadStatus) {
    case "deleted":
      return { code: "deleted", message: "The video was deleted at the platform." };
    case "rejected":
      return named(rejections, status.rejectionReason, "The platform rejected the video.");
    case "failed":
      return named(defineErrors, status.failureReason, "The platform could not process the video.");
    default:
  }
  if (processing?.processingStatus !== "failed") return null;
  return named(defineErrors, processing.processingFailureReason, "The platform could not process the video.");
}

function named(sentences: ReadonlyMap<string, string>, reason: string | null | undefined, otherwise: string) {
  const code = reason ?? "other";
  return { code, message: sentences.get(code) ?? otherwise };
}

const defineErrors = new Map([
  ["codec", "The platform can't read this video's codec. Export it as H.264 and publish again."],
  ["conversion", "The platform could not convert the video. Export it again and publish that."],
  ["emptyFile", "The platform received an empty file."],
  ["invalidFile", "The platform can't read this file as a video."],
  ["tooSmall", "The platform finds this file too small to be a video."],
  ["uploadAborted", "The platform recorded the upload as broken off."],
  ["streamingFailed", "The platform could not prepare the video for streaming."],
  ["transcodeFailed", "The platform could not convert the video. Export it again and publish that."],
  ["uploadFailed", "The platform could not take in the file."],
]);

const rejections = new Map([
  [
    "claim",
    "Somebody claims the video's content, and the platform rejected it. See its notice in your account.",
  ],
  ["copyright", "The platform rejected the video for copyright. See its notice in your account."],
  ["duplicate", "The platform rejected the video because your channel has the same one already."],
  ["inappropriate", "The platform rejected the video as inappropriate. See its notice in your account."],
  ["legal", "The platform rejected the video for legal reasons. See its notice in your account."],
  [
    "length",
    "The video is too long for this channel: more than 15 minutes needs a channel verified by phone at https://www.youtube.com/verify.",
  ],
  ["termsOfUse", "The platform rejected the video under its terms of use. See its notice in your account."],
  ["trademark", "The platform rejected the video for a trademark. See its notice in your account."],
  ["uploaderAccountClosed", "The platform rejected the video because the channel's account is closed."],
  ["uploaderAccountSuspended", "The platform rejected the video because the channel's account is suspended."],
]);

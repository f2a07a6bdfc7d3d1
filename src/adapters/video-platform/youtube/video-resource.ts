import { z } from "zod";

import type { VideoMetadata, VideoState } from "../video.ts";

/** The resource of a new video, and the parts that it names. */
export function newVideo(metadata: VideoMetadata) {
  const resource = {
    snippet: {
      title: metadata.title,
      description: metadata.description,
      tags: metadata.tags,
      categoryId: metadata.categoryId,
      ...languageFields(metadata.language),
    },
    status: {
      privacyStatus: metadata.privacy,
      ...(metadata.publishAt && { publishAt: metadata.publishAt.toISOString() }),
      selfDeclaredMadeForKids: metadata.madeForKids,
      containsSyntheticMedia: metadata.syntheticMedia,
      license: metadata.license,
      embeddable: metadata.embeddable,
    },
    paidProductPlacementDetails: placementFields(metadata.paidPromotion),
    ...(metadata.recordingDate !== undefined && {
      recordingDetails: recordingFields(metadata.recordingDate),
    }),
  };
  return { parts: Object.keys(resource), resource };
}

/** The language of title, description and sound. */
export function languageFields(language: string | undefined) {
  return language === undefined ? {} : { defaultLanguage: language, defaultAudioLanguage: language };
}

/** The platform stores a time, and shows its day in UTC. */
export function recordingFields(day: string) {
  return { recordingDate: `${day}T00:00:00Z` };
}

/** The declaration of paid promotion. */
export function placementFields(paidPromotion: boolean) {
  return { hasPaidProductPlacement: paidPromotion };
}

const number = z.coerce.number().int().nonnegative().nullish().catch(null);
const text = z.string().nullish().catch(null);
const date = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish()
  .catch(null);

/** The parts of the video resource that are read; unknown values become null. */
export const videoResource = z.object({
  id: z.string().min(1),
  snippet: z
    .object({
      title: text,
      description: text,
      tags: z.array(z.string()).nullish().catch(null),
      categoryId: text,
      defaultLanguage: text,
      defaultAudioLanguage: text,
      publishedAt: date,
    })
    .nullish(),
  status: z
    .object({
      uploadStatus: z.enum(["uploaded", "processed", "failed", "rejected", "deleted"]).nullish().catch(null),
      failureReason: text,
      rejectionReason: text,
      privacyStatus: z.enum(["private", "public", "unlisted"]).nullish().catch(null),
      publishAt: date,
      madeForKids: z.boolean().nullish().catch(null),
      selfDeclaredMadeForKids: z.boolean().nullish().catch(null),
      containsSyntheticMedia: z.boolean().nullish().catch(null),
      license: text,
      embeddable: z.boolean().nullish().catch(null),
      publicStatsViewable: z.boolean().nullish().catch(null),
    })
    .nullish(),
  processingDetails: z
    .object({
      processingStatus: z.enum(["processing", "succeeded", "failed", "terminated"]).nullish().catch(null),
      processingFailureReason: text,
      processingProgress: z.object({ partsTotal: number, partsProcessed: number }).nullish().catch(null),
    })
    .nullish(),
  fileDetails: z.object({ fileName: text, fileSize: number }).nullish().catch(null),
});
export type VideoResource = z.output<typeof videoResource>;

export function readVideo({ id, snippet, status, processingDetails }: VideoResource): VideoState {
  const { partsProcessed, partsTotal } = processingDetails?.processingProgress ?? {};
  const part = partsTotal && typeof partsProcessed === "number" ? partsProcessed / partsTotal : null;
  return {
    id,
    title: snippet?.title ?? null,
    privacy: status?.privacyStatus ?? null,
    publishAt: status?.publishAt ?? null,
    processed: status?.uploadStatus === "processed",
    processedPercent: part === null ? null : Math.min(99, Math.floor(part * 100)),
    problem: processingProblem(status, processingDetails),
  };
}

function processingProblem(
  status: VideoResource["status"],
  processing: VideoResource["processingDetails"],
): string | null {
  switch (status?.uploadStatus) {
    case "deleted":
      return "deleted";
    case "rejected":
      return rejectionReasons.find((reason) => reason === status.rejectionReason) ?? "rejected";
    case "failed":
      return failureReasons.find((reason) => reason === status.failureReason) ?? "failed";
    default:
  }
  if (processing?.processingStatus !== "failed") return null;
  return failureReasons.find((reason) => reason === processing.processingFailureReason) ?? "failed";
}

const failureReasons = [
  "codec",
  "conversion",
  "emptyFile",
  "invalidFile",
  "tooSmall",
  "uploadAborted",
  "streamingFailed",
  "transcodeFailed",
  "uploadFailed",
] as const;

const rejectionReasons = [
  "claim",
  "copyright",
  "duplicate",
  "inappropriate",
  "legal",
  "length",
  "termsOfUse",
  "trademark",
  "uploaderAccountClosed",
  "uploaderAccountSuspended",
] as const;

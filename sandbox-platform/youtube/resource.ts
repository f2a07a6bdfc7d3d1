import { createHash } from "node:crypto";

import { processingFailures } from "../control/failures.ts";
import { findChannel } from "../identity/people.ts";
import type { Progress } from "./processing.ts";
import { currentPrivacy, type Video } from "./videos.ts";

export const thumbnailSizes = {
  default: { width: 120, height: 90 },
  medium: { width: 320, height: 180 },
  high: { width: 480, height: 360 },
  maxres: { width: 1280, height: 720 },
} as const;

export interface Thumbnail {
  url: string;
  width: number;
  height: number;
}

/** URLs of a video's thumbnails; they change with the image. */
export function videoThumbnails(video: Video, url: string): Record<string, Thumbnail> {
  const version = video.thumbnail ? `?v=${encodeURIComponent(video.thumbnail.file)}` : "";
  return Object.fromEntries(
    Object.entries(thumbnailSizes).map(([name, size]) => [
      name,
      { url: `${url}/thumbnails/${video.id}/${name}.jpg${version}`, ...size },
    ]),
  );
}

export function resourceEtag(value: unknown): string {
  return createHash("sha1").update(JSON.stringify(value)).digest("base64url");
}

function currentUploadStatus(video: Video): "uploaded" | "processed" | "failed" | "rejected" | "deleted" {
  if (video.sha256 === undefined || video.outcome === "stuck") return "uploaded";
  if (video.outcome === "failed" && !isFileFailure(video)) return "uploaded";
  if (video.outcome === undefined || video.outcome === "disappeared") return "processed";
  return video.outcome;
}

/** Other failures are reported by `processingDetails` alone. */
function isFileFailure({ outcomeReason }: Video): boolean {
  return !processingFailures.some((reason) => reason === outcomeReason);
}

function videoStatus(video: Video, now: Date) {
  const { publishAt, selfDeclaredMadeForKids, ...settings } = video.metadata.status;
  const uploadStatus = currentUploadStatus(video);
  const privacyStatus = currentPrivacy(video, now);
  return {
    uploadStatus,
    ...(uploadStatus === "failed" && { failureReason: video.outcomeReason }),
    ...(uploadStatus === "rejected" && { rejectionReason: video.outcomeReason }),
    ...settings,
    privacyStatus,
    ...(publishAt !== undefined && privacyStatus === "private" && { publishAt }),
    selfDeclaredMadeForKids,
    madeForKids: selfDeclaredMadeForKids,
  };
}

function presentProcessing(video: Video, progress: Progress | undefined) {
  const status = currentUploadStatus(video);
  const failed = video.outcome === "failed" && video.sha256 !== undefined;
  const done = status === "processed" || status === "rejected";
  const state = failed ? "failed" : done ? "succeeded" : "processing";
  const availability = done ? "available" : "inProgress";
  return {
    processingStatus: state,
    ...(state === "processing" && progress && { processingProgress: progress }),
    ...(state === "failed" && {
      processingFailureReason: isFileFailure(video) ? "transcodeFailed" : video.outcomeReason,
    }),
    fileDetailsAvailability: "available",
    processingIssuesAvailability: availability,
    tagSuggestionsAvailability: "unavailable",
    editorSuggestionsAvailability: "unavailable",
    thumbnailsAvailability: availability,
  };
}

function videoSnippet(video: Video, url: string) {
  const { snippet } = video.metadata;
  const { tags, ...text } = snippet;
  return {
    publishedAt: video.createdAt,
    channelId: video.channelId,
    channelTitle: findChannel(video.channelId)?.title ?? "",
    ...text,
    ...(tags.length > 0 && { tags }),
    thumbnails: videoThumbnails(video, url),
    liveBroadcastContent: "none",
    localized: { title: snippet.title, description: snippet.description },
  };
}

interface View {
  parts: readonly string[];
  url: string;
  now: Date;
  progress: Progress | undefined;
}

/** Parts that a client may request; some are for the owner only. */
export const readableParts = [
  "id",
  "snippet",
  "status",
  "processingDetails",
  "fileDetails",
  "suggestions",
  "recordingDetails",
  "paidProductPlacementDetails",
  "localizations",
  "statistics",
] as const;
export const ownerParts: readonly string[] = ["processingDetails", "fileDetails", "suggestions"];

/** The video resource of the Data API. */
export function videoResource(video: Video, { parts, url, now, progress }: View) {
  const named = (part: string) => parts.includes(part);
  const { recordingDetails, paidProductPlacementDetails, localizations } = video.metadata;
  const body = {
    id: video.id,
    ...(named("snippet") && { snippet: videoSnippet(video, url) }),
    ...(named("status") && { status: videoStatus(video, now) }),
    ...(named("processingDetails") && { processingDetails: presentProcessing(video, progress) }),
    ...(named("fileDetails") && {
      fileDetails: { fileName: video.fileName ?? "unknown", fileSize: String(video.size), fileType: "video" },
    }),
    ...(named("suggestions") && { suggestions: {} }),
    ...(named("recordingDetails") && { recordingDetails }),
    ...(named("paidProductPlacementDetails") && { paidProductPlacementDetails }),
    ...(named("localizations") && { localizations }),
  };
  return { kind: "youtube#video", etag: resourceEtag(body), ...body };
}

import { expect, it } from "vitest";

import { publicationTrack } from "./publication-track.ts";

type Shown = Parameters<typeof publicationTrack>[0];

const uploading: Shown = {
  stage: "VIDEO_UPLOAD",
  failedStage: null,
  percent: 40,
  processing: null,
  headline: null,
  publishAt: null,
};
const processing = { percent: null, since: "2026-11-23T10:00:00Z" };
const done: Shown = { ...uploading, stage: "SUCCESSFULL" };
const failed: Shown = { ...uploading, stage: "ERROR", failedStage: "PUBLISH_VIDEO" };

it.each<[string, Shown, number, string]>([
  ["an upload", uploading, 0.4, "live"],
  ["a thumbnail", { ...uploading, stage: "THUMBNAIL_UPLOAD" }, 1.5, "live"],
  ["processing", { ...uploading, stage: "PUBLISH_VIDEO", processing }, 3.5, "live"],
  ["a failed upload", { ...uploading, stage: "ERROR" }, 0.4, "idle"],
  ["a failed publication", failed, 2.5, "idle"],
  ["a rejection", { ...failed, headline: "YouTube rejected the video" }, 3.5, "idle"],
  ["a published video", done, 5, "done"],
  ["a scheduled video", { ...done, publishAt: "2026-11-26T10:00:00Z" }, 4.5, "idle"],
])("the track of %s is at the right step in the right tone", (_name, progress, position, tone) =>
  expect(publicationTrack(progress)).toEqual({ position, tone }),
);

import { expect, it } from "vitest";

import { announcements } from "./announcements.ts";

type Shown = Parameters<typeof announcements>[0];

const at = (stage: Shown["stage"], thumbnailSent = true): Shown => {
  return { stage, failedStage: null, cancelled: false, thumbnailSent };
};
const failedAt = (failedStage: Shown["failedStage"], cancelled = false): Shown => {
  return { stage: "ERROR", failedStage, cancelled, thumbnailSent: false };
};
const uploaded = "video upload completed successfully in private mode";
const thumbnail = "thumbnail uploaded successfully";
const published = "video published successfully";

it.each<[string, Shown, Shown, string[], string | null]>([
  ["nothing new", at("VIDEO_UPLOAD"), at("VIDEO_UPLOAD"), [], null],
  ["a finished upload", at("VIDEO_UPLOAD"), at("THUMBNAIL_UPLOAD"), [uploaded], null],
  ["a set thumbnail", at("THUMBNAIL_UPLOAD"), at("PUBLISH_VIDEO"), [thumbnail], null],
  ["a step without a thumbnail", at("THUMBNAIL_UPLOAD", false), at("PUBLISH_VIDEO", false), [], null],
  [
    "a publication without a thumbnail",
    at("VIDEO_UPLOAD", false),
    at("SUCCESSFULL", false),
    [uploaded, published],
    null,
  ],
  ["a publication", at("PUBLISH_VIDEO"), at("SUCCESSFULL"), [published], null],
  ["several stages", at("VIDEO_UPLOAD"), at("SUCCESSFULL"), [uploaded, thumbnail, published], null],
  [
    "a failed upload",
    at("VIDEO_UPLOAD"),
    failedAt("VIDEO_UPLOAD"),
    [],
    "video upload failed, please try again later",
  ],
  [
    "a thumbnail that failed after the upload",
    at("VIDEO_UPLOAD"),
    failedAt("THUMBNAIL_UPLOAD"),
    [uploaded],
    "thumbnail upload failed, please try again later",
  ],
  ["a cancellation", at("VIDEO_UPLOAD"), failedAt("VIDEO_UPLOAD", true), [], null],
  ["the same failure", failedAt("PUBLISH_VIDEO"), failedAt("PUBLISH_VIDEO"), [], null],
  ["a retry", failedAt("PUBLISH_VIDEO"), at("PUBLISH_VIDEO"), [], null],
  ["another upload", failedAt("PUBLISH_VIDEO"), at("VIDEO_UPLOAD"), [], null],
])("%s is announced", (_name, before, after, successes, failure) =>
  expect(announcements(before, after)).toEqual({ successes, failure }),
);

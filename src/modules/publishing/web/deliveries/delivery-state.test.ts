import { expect, it } from "vitest";

import { deliveryState, progressHeading, publicationStatus } from "./delivery-state.ts";

const uploading = {
  percent: 40,
  processing: null,
  cancelled: false,
  publishAt: null,
  overdue: false,
  stage: "VIDEO_UPLOAD",
} as const;
const done = { ...uploading, stage: "SUCCESSFULL" } as const;
const scheduled = { ...done, publishAt: "2026-11-26T10:00:00Z" };
const overdue = { ...scheduled, overdue: true };

it.each([
  [uploading, "Uploading, 40%"],
  [{ ...uploading, processing: { percent: null, since: "2026-11-23T10:00:00Z" } }, "Processing"],
  [done, "Published"],
  [scheduled, "Scheduled"],
  [overdue, "Not public yet"],
  [{ ...uploading, stage: "ERROR" as const }, "Failed"],
  [{ ...uploading, stage: "ERROR" as const, cancelled: true }, "Cancelled"],
])("a delivery with %j is shown as %s", (delivery, state) => expect(deliveryState(delivery)).toBe(state));

it.each([
  [uploading, "Uploading", "plain"],
  [
    { ...done, processing: { percent: null, since: "2026-11-23T10:00:00Z" } },
    "The platform is processing the video",
    "plain",
  ],
  [done, "Published", "done"],
  [scheduled, "Scheduled", "plain"],
  [overdue, "Not public yet", "fault"],
  [{ ...uploading, stage: "ERROR" as const }, "Publishing failed", "fault"],
  [
    { ...uploading, stage: "ERROR" as const, headline: "Publishing cancelled", cancelled: true },
    "Publishing cancelled",
    "plain",
  ],
])("in the list of publications, %j is shown as %s, %s", (delivery, text, tone) =>
  expect(publicationStatus({ headline: null, ...delivery })).toEqual({ text, tone }),
);

const failed = { ...uploading, stage: "ERROR" as const };
const cancelled = { ...failed, cancelled: true };

it.each([
  [[uploading, failed], "Check Progress"],
  [[failed], "An Error Occurred!"],
  [[failed, failed], "An Error Occurred!"],
  [[failed, done], "1 of 2 destinations failed"],
  [[failed, failed, done], "2 of 3 destinations failed"],
  [[failed, cancelled], "1 of 2 destinations failed"],
  [[cancelled, done], "Check Progress"],
])("a publication with %j has the heading %s", (deliveries, heading) =>
  expect(
    progressHeading({
      deliveries: deliveries.map((delivery, index) => Object.assign({ deliveryId: `${index}` }, delivery)),
      leadingId: "0",
    }),
  ).toBe(heading),
);

import { expect, it } from "vitest";

import { deliveryState } from "./delivery-state.ts";

const uploading = {
  percent: 40,
  processing: null,
  cancelled: false,
  publishAt: null,
  stage: "VIDEO_UPLOAD",
} as const;
const done = { ...uploading, stage: "SUCCESSFULL" } as const;

it.each([
  [uploading, "Uploading, 40 %"],
  [{ ...uploading, processing: { percent: null, since: "2026-11-23T10:00:00Z" } }, "Processing"],
  [done, "Published"],
  [{ ...done, publishAt: "2026-11-26T10:00:00Z" }, "Scheduled"],
  [{ ...uploading, stage: "ERROR" as const }, "Failed"],
  [{ ...uploading, stage: "ERROR" as const, cancelled: true }, "Cancelled"],
])("a delivery with %j is shown as %s", (delivery, state) => expect(deliveryState(delivery)).toBe(state));

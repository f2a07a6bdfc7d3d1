import { expect, it } from "vitest";

import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";

import { withDelivery } from "./with-delivery.ts";

const delivery = (deliveryId: string): DeliveryProgress => ({
  ...{ deliveryId, kind: "youtube", stage: "VIDEO_UPLOAD", failedStage: null, percent: 0 },
  ...{ sentBytes: 0, confirmedBytes: 0, totalBytes: 1000, stalledSeconds: null, retry: null },
  ...{ processing: null, videoId: null, watchUrl: null, channel: null, visibility: "public" },
  ...{ publishAt: null, overdue: false, shownVisibility: null, headline: null, problem: null },
  ...{ recoveryActions: [], cancelled: false, feedback: "", cancellable: true },
});
const deliveries = [delivery("leading"), delivery("other")];
const progress: Progress = {
  ...delivery("leading"),
  ...{ taskId: 1, title: "Monsoon", sandbox: true, deliveries },
};

const percentsOf = (changed: Progress) => [
  changed.percent,
  ...changed.deliveries.map((each) => each.percent),
];

it("changes the leading delivery in the list and at the top", () => {
  expect(percentsOf(withDelivery(progress, "leading", { percent: 40 }))).toEqual([40, 40, 0]);
});

it("changes another delivery in the list only", () => {
  expect(percentsOf(withDelivery(progress, "other", { percent: 40 }))).toEqual([0, 0, 40]);
});

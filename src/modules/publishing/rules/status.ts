import { isCompleted, type Stage } from "#modules/tasks/rules/stages.ts";

import type { PublishingStatus } from "../contract/deliveries.ts";
import { isCancelled } from "./problem-codes.ts";
import type { DeliveryStep } from "./progress.ts";

interface Delivery {
  videoId: string;
  step: DeliveryStep;
  problemCode: string | null;
  watchUrl: string | null;
}

/**
 * The publishing status of a task, from its stage, its delivery and the video of its approved version. The delivery of
 * an older version is ignored.
 */
export function publishingStatus(
  stage: Stage,
  delivery: Delivery | null,
  approvedVideoId: string | null,
): PublishingStatus {
  const failed =
    delivery !== null &&
    delivery.problemCode !== null &&
    !isCancelled(delivery.problemCode) &&
    delivery.videoId === approvedVideoId;
  return {
    publishFailed: failed && stage === "approved",
    watchUrl: isCompleted(stage) ? (delivery?.watchUrl ?? null) : null,
  };
}

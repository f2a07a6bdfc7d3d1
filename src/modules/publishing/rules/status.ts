import { isCompleted, type Stage } from "#modules/tasks/rules.ts";

import type { PublishingStatus } from "../contract.ts";
import type { DeliveryStep } from "./progress.ts";

interface Delivery {
  videoId: string;
  step: DeliveryStep;
  problem: string | null;
  watchUrl: string | null;
}

/**
 * The publishing status of a task, from its stage, its delivery and the video of its approved version. The delivery of
 * an older version says nothing about the approved one.
 */
export function publishingStatusOf(
  stage: Stage,
  delivery: Delivery | null,
  approvedVideoId: string | null,
): PublishingStatus {
  const failed = delivery !== null && delivery.problem !== null && delivery.videoId === approvedVideoId;
  return {
    publishFailed: failed && stage === "approved",
    watchUrl: isCompleted(stage) ? (delivery?.watchUrl ?? null) : null,
  };
}

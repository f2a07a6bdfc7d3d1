import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { progressStages } from "#modules/publishing/rules/progress.ts";

// The wording of these messages is fixed.
const thumbnailMessage = "thumbnail uploaded successfully";
const successMessages = [
  "video upload completed successfully in private mode",
  thumbnailMessage,
  "video published successfully",
];

/** The message of a failed stage. */
export function failureMessage({ failedStage }: Pick<DeliveryProgress, "failedStage">): string {
  const failed = {
    VIDEO_UPLOAD: "video upload",
    THUMBNAIL_UPLOAD: "thumbnail upload",
    PUBLISH_VIDEO: "video publish",
    SUCCESSFULL: "video publish",
    ERROR: "video upload",
  }[failedStage ?? "VIDEO_UPLOAD"];
  return `${failed} failed, please try again later`;
}

type Shown = Pick<DeliveryProgress, "stage" | "failedStage" | "cancelled" | "thumbnailSent">;

/** The messages for what has happened to a delivery since `before`. */
export function announcements(before: Shown, after: Shown): { successes: string[]; failure: string | null } {
  const failed = after.stage === "ERROR" && before.stage !== "ERROR" && !after.cancelled;
  return {
    successes: successMessages
      .slice(stageNumber(before), stageNumber(after))
      .filter((message) => message !== thumbnailMessage || after.thumbnailSent),
    failure: failed ? failureMessage(after) : null,
  };
}

function stageNumber({ stage, failedStage }: Shown): number {
  return progressStages[stage === "ERROR" ? (failedStage ?? "VIDEO_UPLOAD") : stage];
}

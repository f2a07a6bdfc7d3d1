import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { progressStages } from "#modules/publishing/rules/progress.ts";
import type { TrackProps } from "#ui/track.tsx";

/** Names of the steps on the track of a publication. */
export const publishingSteps = ["video upload", "thumbnail", "publish", "processing", "published"];

type Shown = Pick<
  DeliveryProgress,
  "stage" | "failedStage" | "percent" | "processing" | "headline" | "publishAt"
>;

/** The playhead of a publication and its tone. A scheduled video has reached the last step, but not its end. */
export function publicationTrack({
  stage,
  failedStage,
  percent,
  processing,
  headline,
  publishAt,
}: Shown): Required<Pick<TrackProps, "position" | "tone">> {
  if (stage === "SUCCESSFULL") {
    const end = publishingSteps.length;
    return publishAt === null ? { position: end, tone: "done" } : { position: end - 0.5, tone: "idle" };
  }
  const at = progressStages[stage === "ERROR" ? (failedStage ?? "VIDEO_UPLOAD") : stage];
  // Only problems after the upload have their own headline, except for a cancellation.
  const atProcessing = processing !== null || (headline !== null && at === progressStages.PUBLISH_VIDEO);
  const position = atProcessing ? 3.5 : at + (at === progressStages.VIDEO_UPLOAD ? percent / 100 : 0.5);
  return { position, tone: stage === "ERROR" ? "idle" : "live" };
}

import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { leadingDelivery } from "#modules/publishing/rules/progress.ts";
import { formatPercent } from "#ui/format.ts";

type Shown = Pick<
  DeliveryProgress,
  "stage" | "percent" | "processing" | "cancelled" | "publishAt" | "overdue"
>;

type HeadingSource = Pick<DeliveryProgress, "deliveryId" | "stage" | "cancelled">;

/** The state of a delivery in a word or two, for lists. */
export function deliveryState({ stage, percent, processing, cancelled, publishAt, overdue }: Shown): string {
  if (cancelled) return "Cancelled";
  if (stage === "ERROR") return "Failed";
  if (stage === "SUCCESSFULL") return publishedStatus({ publishAt, overdue }).text;
  if (processing) return "Processing";
  return stage === "VIDEO_UPLOAD" ? `Uploading, ${formatPercent(percent)}` : "Publishing";
}

interface Status {
  text: string;
  tone: "fault" | "done" | "plain";
}

/** The state of a publication in the creator's list. */
export function publicationStatus({
  stage,
  headline,
  processing,
  publishAt,
  overdue,
  cancelled,
}: Pick<
  DeliveryProgress,
  "stage" | "headline" | "processing" | "publishAt" | "overdue" | "cancelled"
>): Status {
  if (stage === "ERROR") {
    return { text: headline ?? "Publishing failed", tone: cancelled ? "plain" : "fault" };
  }
  if (processing) return { text: "The platform is processing the video", tone: "plain" };
  switch (stage) {
    case "VIDEO_UPLOAD":
      return { text: "Uploading", tone: "plain" };
    case "THUMBNAIL_UPLOAD":
      return { text: "Setting the thumbnail", tone: "plain" };
    case "PUBLISH_VIDEO":
      return { text: "Publishing", tone: "plain" };
    case "SUCCESSFULL":
      return publishedStatus({ publishAt, overdue });
  }
}

function publishedStatus({ publishAt, overdue }: Pick<DeliveryProgress, "publishAt" | "overdue">): Status {
  if (overdue) return { text: "Not public yet", tone: "fault" };
  return publishAt === null ? { text: "Published", tone: "done" } : { text: "Scheduled", tone: "plain" };
}

/** The heading of a publication; where only some of its destinations failed, it counts them. */
export function progressHeading(progress: {
  deliveries: readonly HeadingSource[];
  leadingId: string;
}): string {
  const { deliveries } = progress;
  const { stage, cancelled } = leadingDelivery(progress);
  if (stage !== "ERROR" || cancelled) return "Check Progress";
  const failed = deliveries.filter((delivery) => delivery.stage === "ERROR" && !delivery.cancelled).length;
  return failed < deliveries.length
    ? `${failed} of ${deliveries.length} destinations failed`
    : "An Error Occurred!";
}

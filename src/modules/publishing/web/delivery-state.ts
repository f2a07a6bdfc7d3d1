import { formatPercent } from "#ui/format.ts";

import type { DeliveryProgress, Progress } from "../contract.ts";

type Shown = Pick<DeliveryProgress, "stage" | "percent" | "processing" | "cancelled" | "publishAt">;

type HeadingSource = Pick<Progress, "stage" | "cancelled"> & {
  deliveries: readonly Pick<DeliveryProgress, "stage" | "cancelled">[];
};

/** The state of a delivery in a word or two, for lists. */
export function deliveryState({ stage, percent, processing, cancelled, publishAt }: Shown): string {
  if (cancelled) return "Cancelled";
  if (stage === "ERROR") return "Failed";
  if (stage === "SUCCESSFULL") return publishAt === null ? "Published" : "Scheduled";
  if (processing) return "Processing";
  return stage === "VIDEO_UPLOAD" ? `Uploading, ${formatPercent(percent)}` : "Publishing";
}

/** The heading of a publication; where only some of its destinations failed, it counts them. */
export function progressHeading({ stage, cancelled, deliveries }: HeadingSource): string {
  if (stage !== "ERROR" || cancelled) return "Check Progress";
  const failed = deliveries.filter((delivery) => delivery.stage === "ERROR" && !delivery.cancelled).length;
  return failed < deliveries.length
    ? `${failed} of ${deliveries.length} destinations failed`
    : "An Error Occurred!";
}

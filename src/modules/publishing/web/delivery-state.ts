import type { DeliveryProgress } from "../contract.ts";

type Shown = Pick<DeliveryProgress, "stage" | "percent" | "processing" | "cancelled" | "publishAt">;

/** The state of a delivery in a word or two, for lists. */
export function deliveryState({ stage, percent, processing, cancelled, publishAt }: Shown): string {
  if (cancelled) return "Cancelled";
  if (stage === "ERROR") return "Failed";
  if (stage === "SUCCESSFULL") return publishAt === null ? "Published" : "Scheduled";
  if (processing) return "Processing";
  return stage === "VIDEO_UPLOAD" ? `Uploading, ${percent} %` : "Publishing";
}

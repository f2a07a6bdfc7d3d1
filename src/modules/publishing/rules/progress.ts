import { minute } from "#core/time.ts";

/** Stages of the publishing API and their numbers. */
export const progressStages = {
  VIDEO_UPLOAD: 0,
  THUMBNAIL_UPLOAD: 1,
  PUBLISH_VIDEO: 2,
  SUCCESSFULL: 3,
  ERROR: 4,
} as const;
export type ProgressStage = keyof typeof progressStages;

/** The steps of a delivery, in order. */
export const deliverySteps = ["upload", "thumbnail", "publish", "processing", "done"] as const;
export type DeliveryStep = (typeof deliverySteps)[number];

/** The stage that the API reports for a step. The platform's processing belongs to the stage of publishing. */
export const stageOfStep = {
  upload: "VIDEO_UPLOAD",
  thumbnail: "THUMBNAIL_UPLOAD",
  publish: "PUBLISH_VIDEO",
  processing: "PUBLISH_VIDEO",
  done: "SUCCESSFULL",
} as const satisfies Record<DeliveryStep, ProgressStage>;

/** The delivery that stands for its task where only one is shown. */
export function leadingDelivery<D extends { deliveryId: string }>(progress: {
  deliveries: readonly D[];
  leadingId: string;
}): D {
  const leading = progress.deliveries.find(({ deliveryId }) => deliveryId === progress.leadingId);
  if (!leading) throw new Error("The task has no leading delivery.");
  return leading;
}

/** Filters of the list of publications. Waiting ones wait for a retry or the platform's processing. */
export const publicationStates = ["running", "waiting", "failed", "done"] as const;
export type PublicationState = (typeof publicationStates)[number];

export const visibilities = ["public", "unlisted", "private"] as const;
export type Visibility = (typeof visibilities)[number];

/** Our own rule: YouTube documents no shortest lead of a scheduled time. */
const publishLeadMinutes = 15;

/** Whether a video may be scheduled for `publishAt`. */
export function isPublishTimeAllowed(publishAt: Date, now: Date): boolean {
  return publishAt.getTime() - now.getTime() >= publishLeadMinutes * 60_000;
}

/** Milliseconds after its time for which a scheduled video may still become public. */
export const overdueAfter = 2 * minute;

/** A stall is reported after this many seconds in which no byte was sent. */
export const stallSeconds = 10;

/** Whole percent of the sent bytes; at most 99, because an upload is complete only once the platform confirms it. */
export function percentSent(sent: number, total: number): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100));
}

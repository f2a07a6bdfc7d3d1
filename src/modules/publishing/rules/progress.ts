/** Upload progress stages with the numbers of the specification, section 4. */
export const progressStages = {
  VIDEO_UPLOAD: 0,
  THUMBNAIL_UPLOAD: 1,
  PUBLISH_VIDEO: 2,
  SUCCESSFULL: 3,
  ERROR: 4,
} as const;
export type ProgressStage = keyof typeof progressStages;

/** What a delivery does, in this order (decisions, "Publishing"). */
export const deliverySteps = ["upload", "thumbnail", "publish", "done"] as const;
export type DeliveryStep = (typeof deliverySteps)[number];

/** The specification's stage of a step. */
export const stageOfStep = {
  upload: "VIDEO_UPLOAD",
  thumbnail: "THUMBNAIL_UPLOAD",
  publish: "PUBLISH_VIDEO",
  done: "SUCCESSFULL",
} as const satisfies Record<DeliveryStep, ProgressStage>;

export const visibilities = ["public", "unlisted", "private"] as const;
export type Visibility = (typeof visibilities)[number];

/** Our own rule: the platform documents no shortest lead of a planned time (platform reference, section 9). */
const publishLeadMinutes = 15;

/** Whether a video may be planned for that moment. */
export function mayPlanFor(publishAt: Date, now: Date): boolean {
  return publishAt.getTime() - now.getTime() >= publishLeadMinutes * 60_000;
}

/** Whole percent of the bytes that have left; 99 at most, for an upload is complete only when the platform says so. */
export function percentSent(sent: number, total: number): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100));
}

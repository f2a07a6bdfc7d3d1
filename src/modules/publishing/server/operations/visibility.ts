import type { VideoState } from "#adapters/video-platform/video.ts";

import type { DeliveryRow } from "../deliveries/queries.ts";

/** The visibility to request. A scheduled video stays private until its time; a time that has passed means now. */
export function dueVisibility({ visibility, publishAt }: DeliveryRow, now: Date) {
  if (publishAt === null || publishAt <= now) return { privacy: visibility };
  return { privacy: "private" as const, publishAt };
}

/** A scheduled video is private with its time until then, and public afterwards. */
export function hasRequestedVisibility({ visibility, publishAt }: DeliveryRow, state: VideoState): boolean {
  if (state.privacy === visibility) return true;
  return publishAt !== null && state.privacy === "private" && state.publishAt !== null;
}

/** The columns for the visibility that the platform reports of a processed video. */
export function visibilityColumns({ visibility, publicAt }: DeliveryRow, state: VideoState, now: Date) {
  return {
    shownVisibility: state.publishAt ? visibility : state.privacy,
    publicAt: state.privacy === "public" ? (publicAt ?? now) : null,
  };
}

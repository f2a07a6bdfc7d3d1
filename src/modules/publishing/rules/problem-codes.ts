/** The code stored for a temporary error of the platform that lasted for all attempts. */
export const attemptsExhausted = "attempts_exhausted";

/** The creator cancelled the delivery: what was uploaded is being deleted, was deleted, or could not be. */
export const cancelling = "cancelling";
export const cancelled = "cancelled";
export const cancelledKept = "cancelled_kept";

/** The video may be on the platform already; only the user can find out. */
export const inDoubt = "in_doubt";
/** Several videos on the platform match the upload. */
export const inDoubtSeveral = "in_doubt_several";
/** The platform has received all bytes, twice, and has created no video. */
export const uploadUnfinished = "upload_unfinished";

/** The platform's visibility differs from the requested one, as of a channel whose videos it keeps private. */
export const visibilityRefused = "visibility_refused";

/** The connection to the destination has ended: the creator must connect it again. */
export const reconnectNeeded = "reconnect_needed";
/** Shown instead of `reconnectNeeded` once the destination is connected again; never stored. */
export const reconnected = "reconnected";

/** The problem to show for a stored one. `isConnected` is whether the connection to the destination works. */
export function currentProblem(problemCode: string, isConnected: boolean): string {
  return problemCode === reconnectNeeded && isConnected ? reconnected : problemCode;
}

/** The video of a finished delivery no longer exists at the platform. */
export const videoDeleted = "video_deleted";

/** Whether the creator ended the delivery, unlike a failure. */
export function isCancelled(problemCode: string): boolean {
  return problemCode === cancelling || problemCode === cancelled || problemCode === cancelledKept;
}

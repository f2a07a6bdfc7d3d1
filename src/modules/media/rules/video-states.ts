export const videoStates = ["receiving", "preparing", "ready", "refused", "deleted"] as const;

export type VideoState = (typeof videoStates)[number];

/** The state table of a video: which states may follow each state. */
const followingStates: Record<VideoState, readonly VideoState[]> = {
  receiving: ["preparing", "deleted"],
  preparing: ["ready", "refused", "deleted"],
  ready: ["deleted"],
  refused: ["deleted"],
  deleted: [],
};

/** The states from which a video may change to `next`. */
export function statesBefore(next: VideoState): VideoState[] {
  return videoStates.filter((state) => followingStates[state].includes(next));
}

/** True once a video's stored bytes are no longer needed. Such a video never becomes playable again. */
export function isDiscarded({ state }: { state: VideoState }): boolean {
  return state === "refused" || state === "deleted";
}

/** Milliseconds for which a player may wait for data before the room is told. */
const shortStall = 250;

interface StallWatch {
  /** Looks at the video: whether it should be moving, and whether it had loaded before. */
  look: (isMoving: boolean, hasLoaded: boolean) => void;
  stop: () => void;
}

/** Reports when a video waits for data, and when it has them again. */
export function createStallWatch(video: HTMLVideoElement, onBuffers: (buffers: boolean) => void): StallWatch {
  let stalledAt: number | null = null;
  let buffers = false;
  const report = (next: boolean) => {
    if (next === buffers) return;
    buffers = next;
    onBuffers(next);
  };
  return {
    look: (isMoving, hasLoaded) => {
      const isReady = video.ended || (video.readyState >= video.HAVE_FUTURE_DATA && !video.seeking);
      if (isReady) stalledAt = null;
      else if (isMoving && hasLoaded) stalledAt ??= performance.now();
      report(stalledAt !== null && performance.now() - stalledAt > shortStall);
    },
    stop: () => report(false),
  };
}

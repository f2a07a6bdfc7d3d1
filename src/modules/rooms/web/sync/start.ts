/** Milliseconds that videos need from the call of `play` to their first movement, as they have been measured. */
const latencies = new WeakMap<HTMLVideoElement, number>();

/** Milliseconds after a start in which it is measured. */
export const measureFor = 300;
const longestLatency = 400;
/** Milliseconds by which a start may be late: more than is quickly made up is prepared again. */
const tolerated = 80;

interface StartOptions {
  /** The video is about to play. */
  onStart: () => void;
  /** The video wasn't ready in time, for which it has needed some milliseconds. */
  onLate: (needed: number) => void;
  onRefused: () => void;
}

/** Starts a paused video at a certain time and position. */
export interface ScheduledStart {
  /** Moves the video, and plays it so that it leaves `seconds` at the time `at` of `performance.now()`. */
  prepare: (at: number, seconds: number) => void;
  isPrepared: () => boolean;
  /** The position in seconds that is prepared; null for none. */
  position: () => number | null;
  cancel: () => void;
}

/** Aborted with `signal`. */
export function createStart(
  video: HTMLVideoElement,
  { onStart, onLate, onRefused }: StartOptions,
  signal: AbortSignal,
): ScheduledStart {
  let at: number | null = null;
  let position: number | null = null;
  let preparedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    at = null;
    position = null;
  };
  const begin = () => {
    if (signal.aborted || at === null) return;
    cancel();
    measureLatency(video);
    onStart();
    video.play().catch((error: unknown) => {
      // Others are those of a pause or of another source, which have their own events.
      if (error instanceof DOMException && error.name === "NotAllowedError") onRefused();
    });
  };
  const schedule = () => {
    clearTimeout(timer);
    if (at === null || video.seeking || video.readyState < video.HAVE_FUTURE_DATA) return;
    const wait = at - (latencies.get(video) ?? 0) - performance.now();
    // Timers of pages in the background are late.
    if (wait < -tolerated && !document.hidden) {
      cancel();
      onLate(performance.now() - preparedAt);
    } else timer = setTimeout(begin, Math.max(0, wait));
  };
  for (const event of ["seeked", "canplay", "loadeddata"])
    video.addEventListener(event, schedule, { signal });
  return {
    prepare: (time, seconds) => {
      if (at !== null && Math.abs(at - time) < 1 && position === seconds) return;
      if (at === null || position !== seconds) preparedAt = performance.now();
      at = time;
      position = seconds;
      if (Math.abs(video.currentTime - seconds) > 1e-4) video.currentTime = seconds;
      schedule();
    },
    isPrepared: () => at !== null,
    position: () => position,
    cancel,
  };
}

/** Measures how late the first movement is, if the video then plays undisturbed. */
function measureLatency(video: HTMLVideoElement): void {
  const [calledAt, from, speed] = [performance.now(), video.currentTime, video.playbackRate];
  setTimeout(() => {
    const moved = ((video.currentTime - from) / speed) * 1000;
    const isUndisturbed = !video.paused && !video.seeking && video.playbackRate === speed && moved > 0;
    const latency = performance.now() - calledAt - moved;
    if (!isUndisturbed || latency < 0 || latency > longestLatency) return;
    const before = latencies.get(video);
    latencies.set(video, before === undefined ? latency : (before + latency) / 2);
  }, measureFor);
}

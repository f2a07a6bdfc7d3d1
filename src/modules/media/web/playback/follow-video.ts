/** Seconds that the sound may be early or late before its speed is changed, and before it is moved. */
const unheard = 0.015;
const maxOff = 0.15;
/** Largest change of the speed, which keeps the pitch. */
const maxChange = 0.1;
/** Seconds in which a difference is made up, if that change allows it. */
const makeUp = 0.5;
/** Milliseconds between two comparisons of the clocks, and until a moved sound is moved once more. */
const compareEvery = 100;
const moveEvery = 1000;

const videoEvents = ["play", "playing", "pause", "waiting", "seeking", "ended", "ratechange", "emptied"];

/**
 * Lets a sound follow a video in time, speed and state instead of the sound of the video, whose volume it takes over. The video
 * is muted until the returned function is called. Calls `onRefused` if the browser doesn't let it play.
 */
export function followVideo(
  video: HTMLVideoElement,
  audio: HTMLAudioElement,
  { startSeconds, onRefused }: { startSeconds: number; onRefused: () => void },
): () => void {
  let movedAt = -moveEvery;
  let timer: ReturnType<typeof setInterval> | undefined;
  const target = () => Math.max(0, video.currentTime - startSeconds);
  const move = () => {
    movedAt = performance.now();
    audio.currentTime = target();
  };
  const isRunning = () =>
    !video.paused && !video.ended && !video.seeking && video.readyState >= video.HAVE_FUTURE_DATA;
  const play = () => {
    audio.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") onRefused();
    });
  };
  const adjust = () => {
    if (!isRunning()) {
      clearInterval(timer);
      timer = undefined;
      audio.pause();
      return;
    }
    timer ??= setInterval(adjust, compareEvery);
    // The sound may be shorter than the picture.
    if (target() >= audio.duration) return;
    const late = target() - audio.currentTime;
    if (Math.abs(late) > maxOff && !audio.seeking && performance.now() - movedAt > moveEvery) move();
    if (audio.paused) play();
    const change = Math.max(-maxChange, Math.min(maxChange, late / makeUp));
    const rate = video.playbackRate * (Math.abs(late) > unheard ? 1 + change : 1);
    if (audio.playbackRate !== rate) audio.playbackRate = rate;
  };
  const moveAndAdjust = () => {
    move();
    adjust();
  };

  audio.volume = video.volume;
  audio.muted = video.muted;
  video.muted = true;
  for (const event of videoEvents) video.addEventListener(event, adjust);
  video.addEventListener("seeked", moveAndAdjust);
  audio.addEventListener("loadedmetadata", moveAndAdjust);
  moveAndAdjust();
  return () => {
    clearInterval(timer);
    for (const event of videoEvents) video.removeEventListener(event, adjust);
    video.removeEventListener("seeked", moveAndAdjust);
    audio.removeEventListener("loadedmetadata", moveAndAdjust);
    audio.pause();
    video.volume = audio.volume;
    video.muted = audio.muted;
  };
}

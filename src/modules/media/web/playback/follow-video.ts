import { followTarget } from "../public/follow-target.ts";

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
  const target = () => ({
    seconds: Math.max(0, video.currentTime - startSeconds),
    speed: video.playbackRate,
    running: !video.paused && !video.ended && !video.seeking && video.readyState >= video.HAVE_FUTURE_DATA,
  });
  const play = () => {
    audio.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") onRefused();
    });
  };
  const { adjust, move, stop } = followTarget(audio, { target, play });
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
    stop();
    for (const event of videoEvents) video.removeEventListener(event, adjust);
    video.removeEventListener("seeked", moveAndAdjust);
    audio.removeEventListener("loadedmetadata", moveAndAdjust);
    audio.pause();
    video.volume = audio.volume;
    video.muted = audio.muted;
  };
}

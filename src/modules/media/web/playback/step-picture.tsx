import { useEffect, useRef } from "react";

import { frameAt, frameMiddle, type Rate } from "#modules/media/rules/frames.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

import type { Frames } from "../public/use-frames.ts";

interface StepPictureProps {
  mediaRef: MediaRef;
  frames: Frames;
  /** The light rendition of the video. */
  url: string;
  rate: Rate;
}

/**
 * The same frame of the light rendition over the picture while the paused video seeks, because a video with distant key frames
 * decodes up to hundreds of frames for it. Where the light rendition can't be loaded, nothing is shown.
 */
export function StepPicture({ mediaRef, frames, url, rate }: StepPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const video = mediaRef.current;
    const picture = canvas.current;
    if (!video || !picture) return;
    const times = { rate, startSeconds: 0 };
    // Not in the document: a second video there would be one for assistive technology and for controls of the browser, too.
    const light = document.createElement("video");
    light.muted = true;
    light.preload = "auto";
    const isNeeded = () => video.seeking && video.paused && video.readyState > 0;
    const seek = () => {
      if (!isNeeded()) return;
      if (!light.hasAttribute("src")) light.src = url;
      const target = frameMiddle(frames.current(), times);
      // One at a time, so that each frame is drawn while a key is held down.
      if (!light.seeking && Math.abs(light.currentTime - target) > 1e-3) light.currentTime = target;
    };
    const draw = () => {
      if (!isNeeded() || light.seeking || light.readyState < light.HAVE_CURRENT_DATA) return;
      picture.width = light.videoWidth;
      picture.height = light.videoHeight;
      picture.getContext("2d")?.drawImage(light, 0, 0);
      picture.hidden = false;
      frames.present(frameAt(light.currentTime, times));
      seek();
    };
    const hide = () => {
      if (!video.seeking) picture.hidden = true;
    };
    video.addEventListener("seeking", seek);
    video.addEventListener("seeked", hide);
    video.addEventListener("emptied", hide);
    light.addEventListener("seeked", draw);
    light.addEventListener("loadeddata", draw);
    return () => {
      video.removeEventListener("seeking", seek);
      video.removeEventListener("seeked", hide);
      video.removeEventListener("emptied", hide);
      light.removeEventListener("seeked", draw);
      light.removeEventListener("loadeddata", draw);
      light.removeAttribute("src");
      light.load();
    };
  }, [mediaRef, frames, url, rate]);
  return <canvas ref={canvas} data-step hidden className="pointer-events-none absolute inset-0 size-full" />;
}

import { useEffect, useRef } from "react";

import type { MediaRef } from "#ui/player/media-state.ts";

import type { ViewControl } from "../public/view-control.ts";

interface QualitySwitchPictureProps {
  mediaRef: MediaRef;
  view: ViewControl;
}

/**
 * The last frame of the light rendition over the video until the full quality, which replaces it while the picture is enlarged,
 * displays its first one, and the reverse. Otherwise the poster would be seen in between.
 */
export function QualitySwitchPicture({ mediaRef, view: { get, subscribe } }: QualitySwitchPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const video = mediaRef.current;
    const picture = canvas.current;
    if (!video || !picture) return;
    let isZoomed = get().scale > 1;
    // Before the component that changes the source renders.
    const unsubscribe = subscribe(() => {
      const wasZoomed = isZoomed;
      isZoomed = get().scale > 1;
      if (isZoomed === wasZoomed || video.readyState < video.HAVE_CURRENT_DATA) return;
      picture.width = video.videoWidth;
      picture.height = video.videoHeight;
      picture.getContext("2d")?.drawImage(video, 0, 0);
      picture.hidden = false;
    });
    const hide = () => {
      if (!video.seeking) picture.hidden = true;
    };
    for (const event of ends) video.addEventListener(event, hide);
    return () => {
      unsubscribe();
      for (const event of ends) video.removeEventListener(event, hide);
    };
  }, [mediaRef, get, subscribe]);
  return (
    <canvas
      ref={canvas}
      data-quality-switch
      hidden
      className="pointer-events-none absolute inset-0 size-full"
    />
  );
}

const ends = ["loadeddata", "seeked", "playing", "error"] as const;

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { earlyPictureId } from "#core/first-responses.ts";

/**
 * The video with this source that the page's HTML started to load before the scripts ran, or null. One with another source,
 * such as that of another quality, is removed.
 */
export function useEarlyVideo(src: string | undefined): HTMLVideoElement | null {
  const [video] = useState(() => findEarlyVideo(src));
  useEffect(() => {
    if (!video) document.getElementById(earlyPictureId)?.remove();
  }, [video]);
  return video;
}

function findEarlyVideo(src: string | undefined): HTMLVideoElement | null {
  if (src === undefined) return null;
  const video = document.querySelector<HTMLVideoElement>(`#${earlyPictureId} > video`);
  return video?.getAttribute("src") === src ? video : null;
}

interface EarlyVideoProps {
  video: HTMLVideoElement;
  mediaRef: RefObject<HTMLVideoElement | null>;
  src: string | undefined;
  title: string;
  className: string;
  onError: ((code: number) => void) | undefined;
  /** Its track. */
  children: ReactNode;
}

/** A video of the page's HTML in the player. Moving it there neither loads it again nor stops it. */
export function EarlyVideo({ video, mediaRef, src, title, className, onError, children }: EarlyVideoProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    host.current?.append(video);
    document.getElementById(earlyPictureId)?.remove();
    mediaRef.current = video;
    return () => {
      video.remove();
      mediaRef.current = null;
    };
  }, [video, mediaRef]);
  useLayoutEffect(() => {
    if (src === undefined) video.removeAttribute("src");
    else if (video.getAttribute("src") !== src) video.setAttribute("src", src);
  }, [video, src]);
  useLayoutEffect(() => {
    video.setAttribute("aria-label", title);
    video.setAttribute("class", className);
  }, [video, title, className]);
  useEffect(() => {
    const report = () => onError?.(video.error?.code ?? 0);
    video.addEventListener("error", report);
    return () => video.removeEventListener("error", report);
  }, [video, onError]);
  return (
    <>
      <div ref={host} className="contents" />
      {createPortal(children, video)}
    </>
  );
}

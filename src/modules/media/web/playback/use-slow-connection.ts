import { useEffect, useRef, useState } from "react";

import { type MediaRef, useMediaState } from "#ui/player/media-state.ts";

/** Total buffering time in milliseconds after which the connection counts as too slow. */
const bufferingLimit = 4000;

/** True once playback of `url` has buffered for too long. */
export function useSlowConnection(media: MediaRef, url: string | null): boolean {
  const { waiting, seeking, errorCode } = useMediaState(media);
  // A seek waits on any connection, for its frame to be found and decoded; on a slow one playback buffers after it too.
  const isBuffering = waiting && !seeking && errorCode === null;
  const buffered = useRef({ url, milliseconds: 0 });
  const [slowUrl, setSlowUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isBuffering) return;
    if (buffered.current.url !== url) buffered.current = { url, milliseconds: 0 };
    const total = buffered.current;
    const since = performance.now();
    const timer = setTimeout(() => setSlowUrl(url), bufferingLimit - total.milliseconds);
    return () => {
      clearTimeout(timer);
      total.milliseconds += performance.now() - since;
    };
  }, [url, isBuffering]);
  return url !== null && url === slowUrl;
}

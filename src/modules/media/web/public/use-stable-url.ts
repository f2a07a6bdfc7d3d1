import { useCallback, useEffect, useRef, useState } from "react";

/** A URL that fails within this time, in milliseconds, has not expired: renewing it would loop. */
const minLifetime = 60_000;

/**
 * Keeps the URL that a player uses although every response contains a newly signed one, which would load the video again.
 * `renew` switches to the next one when the current has expired. The URL of another `file` is used at once.
 */
export function useStableUrl(url: string | null, file: string, refresh: () => void) {
  const [held, setHeld] = useState({ url, file, expired: false });
  const mayReplace = held.url === null || held.expired;
  const replaced = held.file !== file || (url !== null && mayReplace && url !== held.url);
  if (replaced) setHeld({ url, file, expired: false });
  const current = replaced ? url : held.url;
  const since = useRef<{ url: string | null; at: number }>({ url: null, at: 0 });
  useEffect(() => {
    if (since.current.url !== current) since.current = { url: current, at: performance.now() };
  }, [current]);
  const renew = useCallback(() => {
    setHeld((now) => ({ ...now, expired: true }));
    refresh();
  }, [refresh]);
  const renewIfOld = useCallback(() => {
    const isOld = performance.now() - since.current.at > minLifetime;
    if (isOld) renew();
    return isOld;
  }, [renew]);
  return { url: current, renew, renewIfOld };
}

import { useCallback, useEffect, useRef, useState } from "react";

/** An address that fails this soon (milliseconds) has not run out: trying new ones would go on for ever. */
const tooSoon = 60_000;

/**
 * Keeps the address that plays while every reply brings a newly signed one: a new one would load the video anew.
 * `renew` lets the next one in when the old one has run out; that of another `file` is taken at once.
 */
export function useAddress(url: string | null, file: string, refresh: () => void) {
  const [held, setHeld] = useState({ url, file, over: false });
  const wanted = held.url === null || held.over;
  const replaced = held.file !== file || (url !== null && wanted && url !== held.url);
  if (replaced) setHeld({ url, file, over: false });
  const address = replaced ? url : held.url;
  const since = useRef<{ address: string | null; at: number }>({ address: null, at: 0 });
  useEffect(() => {
    if (since.current.address !== address) since.current = { address, at: performance.now() };
  }, [address]);
  const renew = useCallback(() => {
    setHeld((now) => ({ ...now, over: true }));
    refresh();
  }, [refresh]);
  const renewIfOld = useCallback(() => {
    if (performance.now() - since.current.at > tooSoon) renew();
  }, [renew]);
  return { address, renew, renewIfOld };
}

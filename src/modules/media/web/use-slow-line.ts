import { useEffect, useRef, useState } from "react";

import { type MediaRef, useMediaState } from "#ui/player/media-state.ts";

/** Milliseconds that playing may wait for bytes, all in all, before the line is taken for too slow. */
const patience = 4000;

/** True once playing the file at `address` has waited too long for its bytes. */
export function useSlowLine(media: MediaRef, address: string | null): boolean {
  const { waiting, seeking, errorCode } = useMediaState(media);
  // A jump waits on any line, for its picture to be found and decoded; on a slow one playing waits after it too.
  const waits = waiting && !seeking && errorCode === null;
  const waited = useRef({ address, milliseconds: 0 });
  const [slowAddress, setSlowAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!waits) return;
    if (waited.current.address !== address) waited.current = { address, milliseconds: 0 };
    const sum = waited.current;
    const since = performance.now();
    const timer = setTimeout(() => setSlowAddress(address), patience - sum.milliseconds);
    return () => {
      clearTimeout(timer);
      sum.milliseconds += performance.now() - since;
    };
  }, [address, waits]);
  return address !== null && address === slowAddress;
}

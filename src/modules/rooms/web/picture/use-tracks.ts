import { useCallback, useEffect, useRef, useState } from "react";

import {
  extendTrack,
  isTrackActive,
  type PointerSignal,
  type PointerTrack,
  trackPosition,
  trackTrail,
  type TrailPart,
} from "./pointer-track.ts";

/** The displayed pointer of a participant. */
export interface DisplayedPointer {
  participant: string;
  position: { x: number; y: number; pressed: boolean } | null;
  trail: TrailPart[];
}

/** The pointers that have moved lately, updated with each frame of the screen while there are some. */
export function useTracks(hasTrails: boolean) {
  const [pointers, setPointers] = useState<DisplayedPointer[]>([]);
  const [isMoving, setMoving] = useState(false);
  const tracks = useRef(new Map<string, PointerTrack>());
  useEffect(() => {
    if (!isMoving) return;
    const { current } = tracks;
    let request = requestAnimationFrame(function display() {
      const now = performance.now();
      for (const [participant, track] of current) {
        if (!isTrackActive(track, now)) current.delete(participant);
      }
      setPointers(
        [...current].map(([participant, track]) => ({
          participant,
          position: trackPosition(track, now),
          trail: hasTrails ? trackTrail(track, now) : [],
        })),
      );
      if (current.size > 0) request = requestAnimationFrame(display);
      else setMoving(false);
    });
    return () => cancelAnimationFrame(request);
  }, [isMoving, hasTrails]);
  const move = useCallback((participant: string, signal: PointerSignal) => {
    const track = tracks.current.get(participant) ?? [];
    tracks.current.set(participant, extendTrack(track, signal, performance.now()));
    setMoving(true);
  }, []);
  return { pointers, move };
}

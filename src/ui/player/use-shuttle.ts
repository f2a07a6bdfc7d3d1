import { useEffect, useMemo, useRef } from "react";

import { cancelStart, chosenSpeed, type MediaRef } from "./media-state.ts";

export interface Shuttle {
  /** Plays; each further call doubles the speed, up to 4×. */
  forward: () => void;
  /** Plays backwards; each further call doubles the speed, up to 4×. */
  back: () => void;
  /** Pauses and restores the previous speed, or cancels a scheduled start. */
  stop: () => void;
}

const fastest = 4;

/** J K L shuttle control. Video elements can't play backwards, so it seeks back as fast as frames are decoded. */
export function useShuttle(ref: MediaRef): Shuttle {
  const reverse = useRef({ speed: 0, frame: 0 });
  const ownRate = useRef(1);
  useEffect(() => {
    const state = reverse.current;
    return () => cancelAnimationFrame(state.frame);
  }, []);
  return useMemo(() => {
    const endReverse = () => {
      cancelAnimationFrame(reverse.current.frame);
      reverse.current = { speed: 0, frame: 0 };
    };
    const runBack = (media: HTMLVideoElement, target: number, before: number) => {
      reverse.current.frame = requestAnimationFrame((now) => {
        const next = Math.max(0, target - ((now - before) / 1000) * reverse.current.speed);
        if (!media.seeking) media.currentTime = next;
        if (next === 0 || !media.paused) endReverse();
        else runBack(media, next, now);
      });
    };
    return {
      forward() {
        const media = ref.current;
        if (!media) return;
        endReverse();
        if (media.paused) {
          ownRate.current = chosenSpeed(media);
          void media.play().catch(() => undefined);
        } else media.playbackRate = Math.min(fastest, chosenSpeed(media) * 2);
      },
      back() {
        const media = ref.current;
        if (!media) return;
        if (!media.paused) {
          media.pause();
          media.playbackRate = ownRate.current;
        }
        const running = reverse.current.speed > 0;
        reverse.current.speed = running ? Math.min(fastest, reverse.current.speed * 2) : 1;
        if (!running) runBack(media, media.currentTime, performance.now());
      },
      stop() {
        const media = ref.current;
        endReverse();
        if (!media) return;
        if (media.paused) {
          cancelStart(media);
          return;
        }
        media.pause();
        media.playbackRate = ownRate.current;
      },
    };
  }, [ref]);
}

import { type RefObject, useEffect, useEffectEvent } from "react";

import type { PointerSignal } from "./pointer-track.ts";

/** Milliseconds between signals, and between the points of one. */
const signalInterval = 200;
const pointInterval = 20;
/** A pointer that rests on the picture is sent again after this many milliseconds. */
const restInterval = 1000;

interface SenderOptions {
  /** An element of the size of the picture, inside the element of the player's picture. */
  area: RefObject<HTMLElement | null>;
  /** False while nobody would see the pointer, or the user draws. */
  isEnabled: boolean;
  hasLaser: boolean;
  /** Called with a signal five times a second while the pointer moves over the picture. */
  onSend: (signal: PointerSignal) => void;
  /** Called at once with each position of the laser. */
  onLaser: (signal: PointerSignal) => void;
}

/** Sends the movement of the mouse over the picture; that of a finger while the laser is on. */
export function usePointerSender({ area, isEnabled, hasLaser, onSend, onLaser }: SenderOptions): void {
  const send = useEffectEvent(onSend);
  const show = useEffectEvent(onLaser);
  useEffect(() => {
    const picture = area.current?.closest<HTMLElement>("[data-picture]");
    if (!isEnabled || !picture) return;
    let points: { at: number; x: number; y: number }[] = [];
    let resting: { x: number; y: number } | null = null;
    let sentAt = -Infinity;
    const move = ({ pointerType, clientX, clientY, timeStamp }: PointerEvent) => {
      if (pointerType === "touch" && !hasLaser) return;
      const position = sharesAt(area.current, clientX, clientY);
      resting = position;
      if (!position || timeStamp - (points.at(-1)?.at ?? -Infinity) < pointInterval) return;
      points.push({ at: timeStamp, ...position });
      if (hasLaser) show({ kind: "pointer", points: [[0, position.x, position.y]], pressed: true });
    };
    const leave = () => {
      resting = null;
    };
    const lift = ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch") leave();
    };
    const flush = () => {
      const now = performance.now();
      if (points.length === 0 && resting && now - sentAt >= restInterval)
        points.push({ at: now, ...resting });
      const first = points[0];
      const moved = points;
      points = [];
      if (!first || document.hidden) return;
      sentAt = now;
      send({
        kind: "pointer",
        points: moved.map(({ at, x, y }) => [Math.min(2000, Math.round(at - first.at)), x, y]),
        pressed: hasLaser,
      });
    };
    const timer = setInterval(flush, signalInterval);
    picture.addEventListener("pointermove", move);
    picture.addEventListener("pointerdown", move);
    picture.addEventListener("pointerleave", leave);
    picture.addEventListener("pointerup", lift);
    return () => {
      clearInterval(timer);
      picture.removeEventListener("pointermove", move);
      picture.removeEventListener("pointerdown", move);
      picture.removeEventListener("pointerleave", leave);
      picture.removeEventListener("pointerup", lift);
    };
  }, [area, isEnabled, hasLaser]);
}

/** The position relative to an element, rounded to a ten-thousandth of its size; null outside of it. */
function sharesAt(
  area: HTMLElement | null,
  clientX: number,
  clientY: number,
): { x: number; y: number } | null {
  const box = area?.getBoundingClientRect();
  if (!box || box.width === 0) return null;
  const x = Math.round(((clientX - box.left) / box.width) * 1e4) / 1e4;
  const y = Math.round(((clientY - box.top) / box.height) * 1e4) / 1e4;
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
}

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

import type { PointerSignal } from "./pointer-track.ts";

/** Milliseconds between signals, and between the points of one. */
const signalInterval = 200;
const pointInterval = 20;
/** A pointer that rests on the picture is sent again after this many milliseconds. */
const restInterval = 1000;

/** A position as shares of the picture. */
export interface PicturePosition {
  x: number;
  y: number;
}

interface Movement {
  /** Positions since the last signal, at times of `performance.now()`. */
  points: (PicturePosition & { at: number })[];
  /** The last position; null while the pointer isn't on the picture. */
  resting: PicturePosition | null;
}

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

/**
 * Sends the movement of the mouse over the picture; that of a finger while the laser is on. Returns a function that moves the laser
 * from where it rests, null if it isn't on the picture.
 */
export function usePointerSender({ area, isEnabled, hasLaser, onSend, onLaser }: SenderOptions) {
  const send = useEffectEvent(onSend);
  const show = useEffectEvent(onLaser);
  const movement = useRef<Movement>({ points: [], resting: null });
  useEffect(() => {
    const picture = area.current?.closest<HTMLElement>("[data-picture]");
    if (!isEnabled || !picture) return;
    const { current } = movement;
    let sentAt = -Infinity;
    const move = ({ pointerType, clientX, clientY, timeStamp }: PointerEvent) => {
      if (pointerType === "touch" && !hasLaser) return;
      const position = sharesAt(area.current, clientX, clientY);
      current.resting = position;
      if (!position || timeStamp - (current.points.at(-1)?.at ?? -Infinity) < pointInterval) return;
      current.points.push({ at: timeStamp, ...position });
      if (hasLaser) show(laserAt(position));
    };
    const leave = () => {
      current.resting = null;
    };
    const lift = ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch") leave();
    };
    const flush = () => {
      const now = performance.now();
      if (current.points.length === 0 && current.resting && now - sentAt >= restInterval) {
        current.points.push({ at: now, ...current.resting });
        if (hasLaser) show(laserAt(current.resting));
      }
      const { points: moved } = current;
      const first = moved[0];
      current.points = [];
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
      movement.current = { points: [], resting: null };
      picture.removeEventListener("pointermove", move);
      picture.removeEventListener("pointerdown", move);
      picture.removeEventListener("pointerleave", leave);
      picture.removeEventListener("pointerup", lift);
    };
  }, [area, isEnabled, hasLaser]);
  return (next: (from: PicturePosition | null) => PicturePosition) => {
    const position = next(movement.current.resting);
    movement.current.resting = position;
    movement.current.points.push({ at: performance.now(), ...position });
    onLaser(laserAt(position));
  };
}

function laserAt({ x, y }: PicturePosition): PointerSignal {
  return { kind: "pointer", points: [[0, x, y]], pressed: true };
}

/** The position relative to an element, rounded to a ten-thousandth of its size; null outside of it. */
function sharesAt(area: HTMLElement | null, clientX: number, clientY: number): PicturePosition | null {
  const box = area?.getBoundingClientRect();
  if (!box || box.width === 0) return null;
  const x = Math.round(((clientX - box.left) / box.width) * 1e4) / 1e4;
  const y = Math.round(((clientY - box.top) / box.height) * 1e4) / 1e4;
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
}

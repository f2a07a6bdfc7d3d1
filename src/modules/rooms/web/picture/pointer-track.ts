import type { Signal } from "#modules/rooms/contract/signals.ts";

export type PointerSignal = Extract<Signal, { kind: "pointer" }>;

/** A position as shares of the picture, at a time in milliseconds of this browser. */
export interface TrackPoint {
  at: number;
  x: number;
  y: number;
  /** Whether the laser was on. */
  pressed: boolean;
}

/** The positions of a pointer in the order of their times, also future ones: signals bring the movement of the last moments. */
export type PointerTrack = readonly TrackPoint[];

/** Milliseconds until a trail has faded. */
export const trailDuration = 2000;
/** Milliseconds without a signal after which a pointer is hidden. Resting ones are sent each second. */
const restDuration = 2500;
/** Milliseconds by which movement may be displayed late, so that delayed signals don't make the pointer jump. */
const maxDelay = 150;

/** Adds the movement of a signal, which begins where the last one ends. Points that no longer matter are dropped. */
export function extendTrack(
  track: PointerTrack,
  { points, pressed }: PointerSignal,
  now: number,
): PointerTrack {
  const start = Math.min(Math.max((track.at(-1)?.at ?? -Infinity) + 1, now), now + maxDelay);
  const earlier = track.filter(({ at }) => at < start && at > now - trailDuration - restDuration);
  return [...earlier, ...points.map(([after, x, y]) => ({ at: start + after, x, y, pressed }))];
}

/** The position at a time, between two points on the line between them; null while the pointer is hidden. */
export function trackPosition(
  track: PointerTrack,
  now: number,
): { x: number; y: number; pressed: boolean } | null {
  const index = track.findLastIndex(({ at }) => at <= now);
  const before = track[index];
  if (!before) return null;
  const after = track[index + 1];
  if (!after) return now - before.at < restDuration ? before : null;
  const share = (now - before.at) / (after.at - before.at);
  return {
    x: before.x + (after.x - before.x) * share,
    y: before.y + (after.y - before.y) * share,
    pressed: before.pressed,
  };
}

export interface TrailPart {
  from: TrackPoint;
  to: TrackPoint;
  /** From 1, when it was made, to 0. */
  opacity: number;
}

/** The parts of the line that the laser has drawn. */
export function trackTrail(track: PointerTrack, now: number): TrailPart[] {
  const position = trackPosition(track, now);
  const reached = track.filter(({ at }) => at <= now);
  const points = position && reached.length < track.length ? [...reached, { ...position, at: now }] : reached;
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    const opacity = 1 - (now - to.at) / trailDuration;
    // A pointer that was away for longer than signals are apart appears elsewhere.
    const isConnected = from?.pressed && to.pressed && to.at - from.at < 1500;
    return from && isConnected && opacity > 0 ? [{ from, to, opacity }] : [];
  });
}

/** Whether the track still changes what is displayed. */
export function isTrackActive(track: PointerTrack, now: number): boolean {
  return now - (track.at(-1)?.at ?? -Infinity) < Math.max(restDuration, trailDuration);
}

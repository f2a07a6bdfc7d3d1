import { type DestinationKind, someKindHas } from "../platforms/platforms.ts";

/** The longest Short (YouTube's rule since October 2024). */
const maxShortSeconds = 180;

/** A video as it is shown: in pixels after rotation. Values are null where they are not known. */
export interface ShownVideo {
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
}

/**
 * Whether a platform of these shows a video as a Short: YouTube does with one that is vertical or square and short enough. There is
 * no property by which an upload could choose.
 */
export function isShort(kinds: readonly DestinationKind[], video: ShownVideo | null): boolean {
  const { width = null, height = null, durationSeconds = null } = video ?? {};
  if (!someKindHas(kinds, "shorts") || width === null || height === null || durationSeconds === null)
    return false;
  return width <= height && durationSeconds <= maxShortSeconds;
}

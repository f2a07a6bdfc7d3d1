import { useReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import { visiblePart } from "#modules/media/rules/picture-zoom.ts";
import { usePageKeys } from "#ui/use-page-keys.ts";

import type { PicturePosition } from "./use-pointer-sender.ts";

/** Share of the displayed part of the picture by which a key moves the laser. */
const step = 0.02;
const noKeys = {};

/** Moves the laser with Alt and the arrow keys, at first from the center of the displayed part of the picture, and not out of it. */
export function useLaserKeys(
  isOn: boolean,
  move: (next: (from: PicturePosition | null) => PicturePosition) => void,
): void {
  const { getState } = useReviewSession();
  const moveBy = (right: number, down: number) => () => {
    const { left, top, width, height } = visiblePart(getState().view);
    const along = (from: number | undefined, start: number, size: number, steps: number) => {
      const next = (from ?? start + size / 2) + steps * step * size;
      return Math.round(Math.min(start + size, Math.max(start, next)) * 1e4) / 1e4;
    };
    move((from) => ({ x: along(from?.x, left, width, right), y: along(from?.y, top, height, down) }));
  };
  usePageKeys(
    isOn
      ? {
          "alt+arrowleft": moveBy(-1, 0),
          "alt+arrowright": moveBy(1, 0),
          "alt+arrowup": moveBy(0, -1),
          "alt+arrowdown": moveBy(0, 1),
        }
      : noKeys,
  );
}

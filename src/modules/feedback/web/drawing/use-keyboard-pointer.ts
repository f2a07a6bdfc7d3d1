import { type FocusEvent, type KeyboardEvent, useState } from "react";

import type { Point } from "#modules/feedback/rules/drawing-paths.ts";

interface KeyboardPointerOptions {
  isDrawing: boolean;
  begin: (point: Point) => void;
  move: (point: Point) => void;
  finish: () => void;
  cancel: () => void;
}

const moves: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const step = 0.02;
const bigStep = 0.1;

/** A pointer that the arrow keys move; Enter or space is its button. `position` is null without the focus. */
export function useKeyboardPointer({ isDrawing, begin, move, finish, cancel }: KeyboardPointerOptions) {
  const [at, setAt] = useState<Point>([0.5, 0.5]);
  const [isFocused, setIsFocused] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = moves[event.key];
    if (direction) {
      // The player's shortcuts use the same keys.
      event.preventDefault();
      const size = event.shiftKey ? bigStep : step;
      const next: Point = [limit(at[0] + direction[0] * size), limit(at[1] + direction[1] * size)];
      setAt(next);
      setAnnouncement(`${percent(next[0])} from the left, ${percent(next[1])} from the top`);
      if (isDrawing) move(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (isDrawing) finish();
      else begin(at);
      setAnnouncement(isDrawing ? "Shape added" : "Shape started");
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };
  return {
    position: isFocused ? at : null,
    announcement,
    onKeyDown,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) =>
      setIsFocused(currentTarget.matches(":focus-visible")),
    onBlur: () => setIsFocused(false),
  };
}

function limit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function percent(value: number): string {
  return `${Math.round(value * 100)}%`;
}

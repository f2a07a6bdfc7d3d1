import type { KeyboardEvent } from "react";

import type { PlayheadState } from "./use-playhead.ts";

interface PositionSliderProps {
  /** Seconds. */
  duration: number;
  playhead: PlayheadState;
  /** The position as text, for screen readers. */
  text: string;
  onTogglePlay: (() => void) | undefined;
}

/** Arrow keys move by an interval of the curve. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** An invisible slider over the lanes, which moves the playhead. */
export function PositionSlider({ duration, playhead, text, onTogglePlay }: PositionSliderProps) {
  const { seconds, move } = playhead;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = steps[event.key];
    if (event.key === " " && onTogglePlay) onTogglePlay();
    else if (by !== undefined) move(seconds + (by * duration) / 100);
    else return;
    event.preventDefault();
  };
  return (
    <input
      type="range"
      aria-label="Position in the video"
      aria-valuetext={text}
      min={0}
      max={duration}
      step={0.001}
      value={Math.floor(seconds * 1000) / 1000}
      onChange={(event) => move(event.target.valueAsNumber)}
      onKeyDown={onKeyDown}
      className="bare-range absolute inset-0 size-full opacity-0"
    />
  );
}

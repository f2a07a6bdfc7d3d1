import type { CSSProperties } from "react";

import type { FrameRange } from "#modules/media/rules/frames.ts";

const handleClass = "thumb-only absolute inset-y-0 h-full rounded-xs";

interface LoopHandlesProps {
  range: FrameRange;
  last: number;
  formatTimecode: (frame: number) => string;
  onChange: (range: FrameRange) => void;
  /** Called with the frame of a handle that is moved. */
  onSeek: (frame: number) => void;
  /** The position on the timeline in percent where a frame begins. */
  toPercent: (frame: number) => number;
}

/** The loop over the lower part of the timeline: its range and two sliders, for its first and its last frame. */
export function LoopHandles({ range, last, formatTimecode, onChange, onSeek, toPercent }: LoopHandlesProps) {
  const { from, to } = range;
  const [left, right] = [toPercent(from), toPercent(to + 1)];
  // A value of the slider is the boundary at which a frame begins.
  const whole: CSSProperties = { left: `${toPercent(0)}%`, width: `${toPercent(last + 1) - toPercent(0)}%` };
  const move = (next: FrameRange, frame: number) => {
    onChange(next);
    onSeek(frame);
  };
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 h-5 pointer-coarse:h-11">
      <span
        aria-hidden
        className="absolute inset-y-0 rounded-xs border-x-4 border-amber bg-amber/20"
        style={{ left: `${left}%`, width: `${Math.max(0, right - left)}%` }}
      />
      <input
        type="range"
        aria-label="Loop start"
        aria-valuetext={formatTimecode(from)}
        min={0}
        max={last + 1}
        value={from}
        onChange={({ target }) => {
          const frame = Math.min(target.valueAsNumber, to);
          move({ from: frame, to }, frame);
        }}
        className={handleClass}
        style={whole}
      />
      <input
        type="range"
        aria-label="Loop end"
        aria-valuetext={formatTimecode(to)}
        min={0}
        max={last + 1}
        value={to + 1}
        onChange={({ target }) => {
          const frame = Math.max(target.valueAsNumber - 1, from);
          move({ from, to: frame }, frame);
        }}
        className={handleClass}
        style={whole}
      />
    </div>
  );
}

import { useState, type CSSProperties, type PointerEvent, type ReactNode } from "react";

import { classNames } from "../class-names.ts";
import { formatMediaTime } from "../format.ts";
import { Playhead } from "../playhead.tsx";
import { seekTo } from "./media-commands.ts";
import { useMediaState, useMediaTime, type MediaRef } from "./media-state.ts";

interface SeekBarProps {
  mediaRef: MediaRef;
  /** Length in seconds where it is known better than the element knows it. */
  duration?: number;
  /** Drawn over the pointer's place; the default writes the time. Null hides it. */
  hover?: ((seconds: number) => ReactNode) | null;
  /** Lies over the line in its own coordinates (0 to 100 % wide): markers, ranges. */
  children?: ReactNode;
  className?: string;
}

/** On the slider's own steps: a value between two of them would be rounded by the browser and come back as a change. */
function toStep(seconds: number): number {
  return Math.floor(seconds * 10) / 10;
}

/** The video as a track: what is loaded, what has been played, the playhead. It is lit while the video runs. */
export function SeekBar({ mediaRef, duration, hover = formatMediaTime, children, className }: SeekBarProps) {
  const state = useMediaState(mediaRef);
  const time = useMediaTime(mediaRef);
  const [pointer, setPointer] = useState<number | null>(null);
  const length = duration ?? state.duration;
  const share = (seconds: number) => `${length > 0 ? Math.min(100, (seconds / length) * 100) : 0}%`;
  const point = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget.getBoundingClientRect();
    setPointer(Math.min(1, Math.max(0, (event.clientX - edge.left) / edge.width)));
  };
  const width = (seconds: number): CSSProperties => ({ width: share(seconds) });
  return (
    <div
      className={classNames(
        "group relative h-8 rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-ink pointer-coarse:h-11",
        className,
      )}
      onPointerMove={point}
      onPointerLeave={() => setPointer(null)}
    >
      <span className="absolute inset-x-0 top-1/2 h-0.5 bg-line">
        <span className="absolute inset-y-0 left-0 bg-edge" style={width(state.bufferedUntil)} />
        <span className="absolute inset-y-0 left-0 bg-ink" style={width(time)} />
      </span>
      {children}
      <span
        className={classNames(
          "pointer-events-none absolute inset-y-0.5",
          state.playing ? "text-tally" : "text-ink",
        )}
        style={{ left: share(time) }}
      >
        <Playhead className="h-full" />
      </span>
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${formatMediaTime(time)} of ${formatMediaTime(length)}`}
        min={0}
        max={length}
        step={0.1}
        value={toStep(Math.min(time, length))}
        disabled={length === 0}
        onChange={(event) => seekTo(mediaRef, event.target.valueAsNumber)}
        className="bare-range absolute inset-0 size-full opacity-0"
      />
      {pointer !== null && hover && length > 0 && (
        <span
          className="numerals pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 rounded-xs border bg-panel px-1.5 text-xs text-ink"
          style={{ left: `${pointer * 100}%` }}
        >
          {hover(pointer * length)}
        </span>
      )}
    </div>
  );
}

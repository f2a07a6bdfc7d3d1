import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";

import { formatMediaTime } from "#core/time.ts";

import { classNames } from "../class-names.ts";
import { Playhead } from "../playhead.tsx";
import { seekTo } from "./media-commands.ts";
import { useMediaState, useMediaTime, type MediaRef } from "./media-state.ts";

interface SeekBarProps {
  mediaRef: MediaRef;
  /** Seconds; overrides the element's duration. */
  duration?: number;
  /** The text for a time, such as its timecode; default: minutes and seconds. */
  name?: (seconds: number) => string;
  /** The time to seek to for the one at the pointer, or for `by` steps from the current one; default: 0.1 seconds. */
  snap?: (seconds: number, by: number) => number;
  /** Content above the pointer; default: the name of the time. Null hides it. */
  hover?: ((seconds: number) => ReactNode) | null;
  /** Markers and ranges over the line, positioned in percent of its width. */
  children?: ReactNode;
  className?: string;
}

/** Rounded to the slider's step. The browser would round other values and fire a change event. */
function toStep(seconds: number): number {
  return Math.floor(seconds * 1000) / 1000;
}

function byTenths(seconds: number, by: number): number {
  return seconds + by / 10;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Seek slider with the buffered and played ranges and a playhead. */
export function SeekBar(props: SeekBarProps) {
  const {
    mediaRef,
    duration,
    name = formatMediaTime,
    hover = name,
    snap = byTenths,
    children,
    className,
  } = props;
  const state = useMediaState(mediaRef);
  const time = useMediaTime(mediaRef);
  const [pointer, setPointer] = useState<number | null>(null);
  const length = duration ?? state.duration;
  const share = (seconds: number) => `${length > 0 ? Math.min(100, (seconds / length) * 100) : 0}%`;
  const point = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget.getBoundingClientRect();
    setPointer(Math.min(1, Math.max(0, (event.clientX - edge.left) / edge.width)));
  };
  const stepByKey = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    seekTo(mediaRef, Math.min(length, Math.max(0, snap(mediaRef.current?.currentTime ?? time, by))));
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
        aria-valuetext={`${name(time)} of ${name(length)}`}
        min={0}
        max={length}
        step={0.001}
        value={toStep(Math.min(time, length))}
        disabled={length === 0}
        onChange={(event) => seekTo(mediaRef, snap(event.target.valueAsNumber, 0))}
        onKeyDown={stepByKey}
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

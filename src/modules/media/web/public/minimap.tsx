import { type KeyboardEvent, type PointerEvent, useSyncExternalStore } from "react";

import { visiblePart } from "#modules/media/rules/picture-zoom.ts";

import type { Zoom } from "./use-zoom.ts";
import { useIsZoomed } from "./view-control.ts";

interface MinimapProps {
  zoom: Zoom;
  /** Width of the picture divided by its height. */
  aspect: number;
}

/** The outline of the picture with its displayed part, in a corner of the player while the picture is enlarged. */
export function Minimap(props: MinimapProps) {
  return useIsZoomed(props.zoom.control) && <Map {...props} />;
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Shares of the displayed part by which the arrow keys move it, without and with Shift. */
const step = 0.1;
const bigStep = 0.5;

function Map({ zoom, aspect }: MinimapProps) {
  const { x, y, scale } = useSyncExternalStore(zoom.control.subscribe, zoom.control.get);
  const area = useSyncExternalStore(zoom.subscribe, zoom.area);
  const { left, top, width, height } = visiblePart({ x, y, scale }, area);
  const center = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    zoom.center({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    center(event);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) center(event);
  };
  const pan = (event: KeyboardEvent) => {
    const direction = moves[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    // The player's shortcuts use the same keys.
    event.preventDefault();
    const by = event.shiftKey ? bigStep : step;
    zoom.pan({ x: direction[0] * by, y: direction[1] * by });
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> has one dimension.
      role="slider"
      tabIndex={0}
      aria-label="Displayed part of the picture"
      aria-roledescription="2D slider"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share(x)}
      aria-valuetext={`Center ${share(x)}% from the left, ${share(y)}% from the top`}
      title="Move the picture: click, drag or arrow keys"
      onPointerDown={press}
      onPointerMove={move}
      onKeyDown={pan}
      style={{ aspectRatio: aspect }}
      className={`absolute right-2 bottom-2 cursor-pointer touch-none overflow-clip rounded-xs border border-ink/70 bg-picture/60 sm:right-3 sm:bottom-3 ${aspect >= 1 ? "h-11 sm:h-14 low:h-11" : "w-11 sm:w-14 low:w-11"}`}
    >
      <span
        className="absolute min-h-1 min-w-1 border border-ink bg-ink/25"
        style={{
          left: `${left * 100}%`,
          top: `${top * 100}%`,
          width: `${width * 100}%`,
          height: `${height * 100}%`,
        }}
      />
    </div>
  );
}

function share(value: number): number {
  return Math.round(value * 100);
}

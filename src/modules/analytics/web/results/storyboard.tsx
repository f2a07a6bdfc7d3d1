import type { CSSProperties } from "react";

import type { Still } from "#modules/analytics/contract/retention.ts";
import type { KeptStoryboard } from "#modules/analytics/contract/videos.ts";
import { classNames } from "#ui/class-names.ts";

interface Tile {
  url: string;
  column: number;
  row: number;
  columns: number;
  rows: number;
}

/** A tile that fills an element of its shape, at any size. */
function tileStyle({ url, column, row, columns, rows }: Tile): CSSProperties {
  const share = (index: number, count: number) => (count > 1 ? (index / (count - 1)) * 100 : 0);
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${share(column, columns)}% ${share(row, rows)}%`,
  };
}

/** The tile nearest to a time from the first frame. */
export function tileAt(
  { url, columns, rows, count, intervalSeconds }: KeptStoryboard,
  seconds: number,
): Tile {
  const index = Math.min(count - 1, Math.max(0, Math.round(seconds / intervalSeconds)));
  return { url, column: index % columns, row: Math.floor(index / columns), columns, rows };
}

interface StoryboardTileProps {
  storyboard: KeptStoryboard;
  /** From the first frame. */
  seconds: number;
  className?: string;
}

/** The picture of the video nearest to a time, as large as its element. */
export function StoryboardTile({ storyboard, seconds, className }: StoryboardTileProps) {
  return (
    <span
      aria-hidden
      className={classNames("block bg-picture bg-no-repeat", className)}
      style={tileStyle(tileAt(storyboard, seconds))}
    />
  );
}

/** A still of a mark. */
export function MarkStill({ still }: { still: Still }) {
  const { url, x, y, width, height, sheetWidth, sheetHeight } = still;
  const style = tileStyle({
    url,
    column: Math.round(x / width),
    row: Math.round(y / height),
    columns: Math.round(sheetWidth / width),
    rows: Math.round(sheetHeight / height),
  });
  return (
    <span
      aria-hidden
      className="block h-16 shrink-0 bg-picture bg-no-repeat"
      style={{ ...style, aspectRatio: width / height }}
    />
  );
}

/** Tiles of a strip: as many as fit a wide screen. */
const wideTiles = 14;

/** Pictures of the whole video beside each other, each of the middle of its part of the time. */
export function StoryboardStrip({ storyboard, duration }: { storyboard: KeptStoryboard; duration: number }) {
  const count = storyboard.tileWidth < storyboard.tileHeight ? 2 * wideTiles : wideTiles;
  return (
    <div aria-hidden data-storyboard className="flex h-12 overflow-hidden bg-picture sm:h-16">
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          // Every second tile is left out on phones, where the rest is wide enough to be recognised.
          className="relative h-full min-w-0 flex-1 overflow-hidden max-sm:even:hidden"
        >
          <span
            className="absolute inset-y-0 left-1/2 h-full -translate-x-1/2 bg-no-repeat"
            style={{
              ...tileStyle(tileAt(storyboard, ((index + 0.5) / count) * duration)),
              aspectRatio: storyboard.tileWidth / storyboard.tileHeight,
              minWidth: "100%",
            }}
          />
        </span>
      ))}
    </div>
  );
}

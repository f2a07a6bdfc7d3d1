import type { ProbeFacts } from "./facts.ts";
import { fitted, stillOutput } from "./picture.ts";
import { options } from "./run.ts";

/**
 * Thumbnails of a video at equal distances, tiled row by row on sheets, for the hover preview of a timeline.
 */
export interface Storyboard {
  /** Tile n shows the video at n × this. */
  intervalSeconds: number;
  count: number;
  tileWidth: number;
  tileHeight: number;
  /** Tiles across and down a sheet. */
  columns: number;
  rows: number;
  /** File names in order. */
  sheets: string[];
}

const maxTileSide = 160;
const maxTilesPerSide = 10;
const targetTiles = 100;

/** ffmpeg's output options of the sheets. A surplus tile due to clock rounding is left out. */
export function sheetOutput({ sheets }: Storyboard): string[] {
  return [...stillOutput(5), ...options({ "frames:v": sheets.length }), "storyboard%03d.jpg"];
}

/** A layout of a hundred tiles, or as many as are 1 to 10 seconds apart. */
export function layOutStoryboard({ video, durationSeconds }: ProbeFacts): Storyboard {
  const intervalSeconds = Math.min(10, Math.max(1, Math.ceil(durationSeconds / targetTiles)));
  // Half a frame less than the duration, so that clock rounding adds no empty tile.
  const lastSeconds = durationSeconds - (0.5 * video.rate.den) / video.rate.num;
  const count = Math.max(1, Math.ceil(lastSeconds / intervalSeconds));
  const { width: tileWidth, height: tileHeight } = fitted(video, maxTileSide);
  const columns = Math.min(maxTilesPerSide, count);
  const rows = Math.min(maxTilesPerSide, Math.ceil(count / columns));
  const sheets = Array.from(
    { length: Math.ceil(count / (columns * rows)) },
    (_, sheet) => `storyboard${String(sheet + 1).padStart(3, "0")}.jpg`,
  );
  return { intervalSeconds, count, tileWidth, tileHeight, columns, rows, sheets };
}

/** The filter that creates the sheets. `round=up` gives the frame at n × interval. */
export function storyboardFilter(storyboard: Storyboard, picture: string): string {
  return `fps=1/${storyboard.intervalSeconds}:round=up:start_time=0,${picture},${tiles(storyboard)}`;
}

/** The filter that tiles a sheet. */
export function tiles({ columns, rows }: Storyboard): string {
  return `tile=${columns}x${rows}`;
}

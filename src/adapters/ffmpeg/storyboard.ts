import type { ProbeFacts } from "./facts.ts";
import { fitted, stillOutput } from "./picture.ts";
import { options } from "./run.ts";

/** Small pictures of a video at even distances, side by side on sheets, row by row: what a timeline shows on hover. */
export interface Storyboard {
  /** Picture n shows the video at n × this. */
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

const longestTileSide = 160;
const largestSheet = 10;
const wantedTiles = 100;

/** ffmpeg's output options of the sheets; what a rounding clock adds beyond the last tile is left out. */
export function sheetOutput({ sheets }: Storyboard): string[] {
  return [...stillOutput(5), ...options({ "frames:v": sheets.length }), "storyboard%03d.jpg"];
}

/** A hundred tiles, or as many as keep them between 1 and 10 seconds apart. */
export function layOutStoryboard({ video, durationSeconds }: ProbeFacts): Storyboard {
  const intervalSeconds = Math.min(10, Math.max(1, Math.ceil(durationSeconds / wantedTiles)));
  // Half a picture less than the duration: clocks that round must not add a tile that nothing fills.
  const lastSeconds = durationSeconds - (0.5 * video.rate.den) / video.rate.num;
  const count = Math.max(1, Math.ceil(lastSeconds / intervalSeconds));
  const { width: tileWidth, height: tileHeight } = fitted(video, longestTileSide);
  const columns = Math.min(largestSheet, count);
  const rows = Math.min(largestSheet, Math.ceil(count / columns));
  const sheets = Array.from(
    { length: Math.ceil(count / (columns * rows)) },
    (_, sheet) => `storyboard${String(sheet + 1).padStart(3, "0")}.jpg`,
  );
  return { intervalSeconds, count, tileWidth, tileHeight, columns, rows, sheets };
}

/** The filter that makes sheets of a stream. Rounding up shows at n × interval what the video shows there. */
export function storyboardFilter(storyboard: Storyboard, picture: string): string {
  return `fps=1/${storyboard.intervalSeconds}:round=up:start_time=0,${picture},${tiles(storyboard)}`;
}

/** The filter that lays tiles out on sheets. */
export function tiles({ columns, rows }: Storyboard): string {
  return `tile=${columns}x${rows}`;
}

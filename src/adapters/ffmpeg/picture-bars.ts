import type { GreyPicture, GreySize } from "./grey-frames.ts";
import type { PictureMeasures } from "./measures.ts";

/** Grey level above which a pixel belongs to the picture. */
const lit = 20;
/** Share of a line's pixels that may be lit in a bar. */
const spots = 0.02;
/** A bar is dark in this share of the pictures. */
const mostly = 0.8;
/** Pictures of which less is lit show nothing about bars. */
const minLit = 0.1;
/** The first lines beside a bar are lit along this share of their length at times, and as often as the rest of the picture by half. */
const straight = 0.8;
const asOften = 0.5;
const minPictures = 3;

/** Finds black bars at opposite sides of most pictures, with straight edges: dark scenes and titles on black have none. */
export function createBarMeter({ width, height }: GreySize) {
  const litCount = new Uint32Array(width * height);
  const sums = new Float64Array(width * height);
  const darkRows = new Uint32Array(height);
  const darkColumns = new Uint32Array(width);
  let pictures = 0;

  const countDark = (lines: Uint32Array, length: number, isLit: (line: number, at: number) => boolean) => {
    for (let line = 0; line < lines.length; line++) {
      let count = 0;
      for (let at = 0; at < length; at++) if (isLit(line, at)) count++;
      if (count <= spots * length) lines[line] = (lines[line] ?? 0) + 1;
    }
  };

  return {
    take(pixels: GreyPicture): void {
      const isLit = (at: number) => (pixels[at] ?? 0) > lit;
      let count = 0;
      for (let at = 0; at < pixels.length; at++) if (isLit(at)) count++;
      if (count < minLit * pixels.length) return;
      pictures++;
      for (let at = 0; at < pixels.length; at++) {
        if (isLit(at)) litCount[at] = (litCount[at] ?? 0) + 1;
        sums[at] = (sums[at] ?? 0) + (pixels[at] ?? 0);
      }
      countDark(darkRows, width, (row, at) => isLit(row * width + at));
      countDark(darkColumns, height, (column, at) => isLit(at * width + column));
    },
    /** In pixels of the picture of this size. */
    finish(display: GreySize): PictureMeasures["bars"] {
      if (pictures < minPictures) return null;
      const isDark = (lines: Uint32Array) => (line: number) => (lines[line] ?? 0) >= mostly * pictures;
      const rows = barsAcross(height, isDark(darkRows));
      const columns = barsAcross(width, isDark(darkColumns));
      const inside = {
        top: rows.before,
        bottom: height - rows.after,
        left: columns.before,
        right: width - columns.after,
      };
      const shareInside = meanShare(litCount, width, inside) / pictures;
      const row = (line: number) => ({ ...inside, top: line, bottom: line + 1 });
      const column = (line: number) => ({ ...inside, left: line, right: line + 1 });
      const isEdge = (area: Area) =>
        meanShare(litCount, width, area) / pictures >= asOften * shareInside &&
        meanShare(
          litCount.map((count) => Number(count > 0)),
          width,
          area,
        ) >= straight;
      const tall = rows.before > 0 && isEdge(row(inside.top + 1)) && isEdge(row(inside.bottom - 2));
      const wide = columns.before > 0 && isEdge(column(inside.left + 1)) && isEdge(column(inside.right - 2));
      if (!tall && !wide) return null;
      const level = (area: Area) => meanShare(sums, width, area) / pictures;
      const edge = (line: (at: number) => Area, first: number, step: 1 | -1, thickness: number) => {
        const content = level(line(first + step));
        const share = (at: number) => Math.min(1, level(line(at)) / content);
        return thickness + 1 - share(first) - share(first - step);
      };
      const inDisplay = (lines: number, scale: number) => Math.round(lines * scale);
      const [scaleY, scaleX] = [display.height / height, display.width / width];
      return {
        top: tall ? inDisplay(edge(row, inside.top, 1, rows.before), scaleY) : 0,
        bottom: tall ? inDisplay(edge(row, inside.bottom - 1, -1, rows.after), scaleY) : 0,
        left: wide ? inDisplay(edge(column, inside.left, 1, columns.before), scaleX) : 0,
        right: wide ? inDisplay(edge(column, inside.right - 1, -1, columns.after), scaleX) : 0,
      };
    },
  };
}

/** `bottom` and `right` are exclusive. */
interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Dark lines at both ends, of nearly the same number; none where they differ. */
function barsAcross(length: number, isDark: (line: number) => boolean): { before: number; after: number } {
  let before = 0;
  while (before < length / 2 && isDark(before)) before++;
  let after = 0;
  while (after < length / 2 && isDark(length - 1 - after)) after++;
  const even = Math.abs(before - after) <= 1 && before + after < length * 0.8;
  return even && before > 0 && after > 0 ? { before, after } : { before: 0, after: 0 };
}

function meanShare(values: ArrayLike<number>, width: number, { top, bottom, left, right }: Area): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * width + x] ?? 0;
  return sum / ((bottom - top) * (right - left));
}

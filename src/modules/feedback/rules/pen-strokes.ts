import type { Point } from "./drawing-paths.ts";

/** Deviation in shares of the picture's height that is not visible. */
const tolerance = 0.0012;

/** Decimals of a coordinate: less than a pixel of an 8K picture. */
const precision = 10_000;

/**
 * A pen stroke with as few points as its form needs, at most `most`. `aspect` is the width of the picture divided by its
 * height.
 */
export function simplifyStroke(points: readonly Point[], aspect: number, most: number): [number, number][] {
  let allowed = tolerance;
  let kept = keepCorners(points, aspect, allowed);
  while (kept.length > most) {
    allowed *= 2;
    kept = keepCorners(points, aspect, allowed);
  }
  return kept.map(([x, y]) => [roundShare(x), roundShare(y)]);
}

/** A coordinate inside the picture, rounded. */
export function roundShare(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * precision) / precision;
}

/** The algorithm of Ramer, Douglas and Peucker, without recursion. */
function keepCorners(points: readonly Point[], aspect: number, allowed: number): Point[] {
  if (points.length < 3) return [...points];
  const keep = new Set([0, points.length - 1]);
  const sections: [number, number][] = [[0, points.length - 1]];
  for (let section = sections.pop(); section; section = sections.pop()) {
    const [from, to] = section;
    const farthest = farthestFrom(points, aspect, from, to);
    if (farthest.distance <= allowed) continue;
    keep.add(farthest.index);
    sections.push([from, farthest.index], [farthest.index, to]);
  }
  return points.filter((_, index) => keep.has(index));
}

function farthestFrom(points: readonly Point[], aspect: number, from: number, to: number) {
  const start = points[from];
  const end = points[to];
  let index = from;
  let distance = 0;
  if (!start || !end) return { index, distance };
  for (let at = from + 1; at < to; at += 1) {
    const point = points[at];
    const own = point ? distanceToLine(point, start, end, aspect) : 0;
    if (own > distance) {
      index = at;
      distance = own;
    }
  }
  return { index, distance };
}

/** Distance of a point from the line between two others, in shares of the picture's height. */
function distanceToLine(point: Point, start: Point, end: Point, aspect: number): number {
  const [px, py] = [(point[0] - start[0]) * aspect, point[1] - start[1]];
  const [dx, dy] = [(end[0] - start[0]) * aspect, end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(px, py);
  const along = Math.min(1, Math.max(0, (px * dx + py * dy) / (length * length)));
  return Math.hypot(px - along * dx, py - along * dy);
}

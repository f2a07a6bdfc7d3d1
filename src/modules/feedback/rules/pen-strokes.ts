import type { Drawing } from "../contract/drawing.ts";
import type { Point } from "./drawing-paths.ts";

/** Deviation in shares of the picture's height that is not visible. */
const tolerance = 0.0012;

/** Decimals of a coordinate: less than a pixel of an 8K picture. */
const precision = 10_000;

/**
 * A pen stroke with as few points as its form needs, at most `maxPoints`. `aspect` is the width of the picture divided by its
 * height.
 */
export function simplifyStroke(
  points: readonly Point[],
  aspect: number,
  maxPoints: number,
): [number, number][] {
  let allowed = tolerance;
  let stroke = keepForm(points, aspect, allowed);
  while (stroke.length > maxPoints) {
    allowed *= 2;
    stroke = keepForm(points, aspect, allowed);
  }
  return stroke;
}

/**
 * Deviation in shares of the picture's width and height below which the server drops points. Pictures up to 21:9 keep all
 * points of strokes that `simplifyStroke` has made.
 */
const storedTolerance = 0.0005;

/** A drawing as it is stored: strokes without the points that do not change them, with rounded coordinates. */
export function simplifyDrawing({ shapes }: Drawing): Drawing {
  return {
    shapes: shapes.map((shape) =>
      shape.kind === "pen" ? { ...shape, points: keepForm(shape.points, 1, storedTolerance) } : shape,
    ),
  };
}

function keepForm(points: readonly Point[], aspect: number, allowed: number): [number, number][] {
  return keepCorners(points, aspect, allowed).map(([x, y]) => [roundShare(x), roundShare(y)]);
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

/** The point between two others that is farthest from the line between them, and its distance in shares of the height. */
function farthestFrom(points: readonly Point[], aspect: number, from: number, to: number) {
  const [startX, startY] = points[from] ?? [0, 0];
  const [endX, endY] = points[to] ?? [0, 0];
  const [dx, dy] = [(endX - startX) * aspect, endY - startY];
  const length = dx * dx + dy * dy;
  let index = from;
  let farthest = 0;
  for (let at = from + 1; at < to; at += 1) {
    const point = points[at];
    if (!point) continue;
    const px = (point[0] - startX) * aspect;
    const py = point[1] - startY;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
    const x = px - along * dx;
    const y = py - along * dy;
    const squared = x * x + y * y;
    if (squared > farthest) {
      index = at;
      farthest = squared;
    }
  }
  return { index, distance: Math.sqrt(farthest) };
}

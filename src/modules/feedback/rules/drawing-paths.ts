import type { Drawing } from "../contract/drawing.ts";

export type Shape = Drawing["shapes"][number];
export type Point = readonly [number, number];

/** Height of the coordinate system of drawings as SVG; its width is this times the aspect ratio of the picture. */
export const drawingHeight = 1000;

/** CSS colours of drawings; all of them are visible on any picture together with their outline. */
export const drawingColorCodes = {
  red: "#ff4433",
  yellow: "#ffc53d",
  green: "#3ecf6f",
  blue: "#3d9bff",
  white: "#ffffff",
  black: "#16130f",
} as const satisfies Record<Shape["color"], string>;

/** A shape as SVG: a path with a stroke, or lines of text. Coordinates are relative to `drawingHeight`. */
export type DrawnShape =
  | { kind: "path"; color: string; d: string; strokeWidth: number }
  | { kind: "text"; color: string; x: number; y: number; fontSize: number; lines: readonly string[] };

/** Share of the line height above the baseline of the first line. */
const ascent = 0.8;

/** A shape on a picture whose width is `aspect` times its height. */
export function drawnShape(shape: Shape, aspect: number): DrawnShape {
  const color = drawingColorCodes[shape.color];
  const scale = ([x, y]: Point): Point => [x * aspect * drawingHeight, y * drawingHeight];
  if (shape.kind === "text") {
    const [x, y] = scale(shape.at);
    const fontSize = shape.size * drawingHeight;
    return { kind: "text", color, x, y: y + fontSize * ascent, fontSize, lines: shape.text.split("\n") };
  }
  const strokeWidth = shape.width * drawingHeight;
  if (shape.kind === "pen") {
    return { kind: "path", color, d: curve(shape.points.map(scale)), strokeWidth };
  }
  const [from, to] = [scale(shape.from), scale(shape.to)];
  const d = shape.kind === "box" ? rectangle(from, to) : arrow(from, to, strokeWidth);
  return { kind: "path", color, d, strokeWidth };
}

/** A smooth curve: the points are the control points between the middles of neighbours. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const last = rest.at(-1);
  if (!last) return `M${at(first)}h0`;
  const middles = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${at(point)} ${at([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}`;
  });
  return `M${at(first)}${middles.join("")}L${at(last)}`;
}

function rectangle([x1, y1]: Point, [x2, y2]: Point): string {
  return `M${at([x1, y1])}H${round(x2)}V${round(y2)}H${round(x1)}Z`;
}

/** Angle between the line and each side of its head. */
const headAngle = Math.PI / 6;

function arrow(from: Point, to: Point, strokeWidth: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const head = Math.min(length, Math.max(30, strokeWidth * 4.5));
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const side = (turn: number): Point => [
    to[0] - head * Math.cos(angle + turn),
    to[1] - head * Math.sin(angle + turn),
  ];
  return `M${at(from)}L${at(to)}M${at(side(headAngle))}L${at(to)}L${at(side(-headAngle))}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function at([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

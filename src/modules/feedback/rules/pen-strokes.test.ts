import { expect, it } from "vitest";

import type { Point } from "./drawing-paths.ts";
import { simplifyStroke } from "./pen-strokes.ts";

const line = Array.from({ length: 200 }, (_, index): Point => [index / 200, 0.5]);

it("keeps the ends of a straight line", () => {
  expect(simplifyStroke(line, 16 / 9, 1000)).toEqual([
    [0, 0.5],
    [0.995, 0.5],
  ]);
});

it("keeps corners, and a single point", () => {
  const corner: Point[] = [...line, [0.995, 0.7], [0.995, 0.9]];
  expect(simplifyStroke(corner, 1, 1000)).toEqual([
    [0, 0.5],
    [0.995, 0.5],
    [0.995, 0.9],
  ]);
  expect(simplifyStroke([[0.25, 0.75]], 1, 1000)).toEqual([[0.25, 0.75]]);
});

it("never has more points than allowed, and stays inside the picture", () => {
  const wild = Array.from({ length: 5000 }, (_, index): Point => [
    (index * 0.618_034) % 1,
    ((index * 0.754_877) % 1) * 1.2 - 0.1,
  ]);
  const simple = simplifyStroke(wild, 16 / 9, 1000);
  expect(simple.length).toBeLessThanOrEqual(1000);
  expect(simple.flat().every((share) => share >= 0 && share <= 1)).toBe(true);
});

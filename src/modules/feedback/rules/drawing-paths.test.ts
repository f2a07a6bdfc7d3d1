import { expect, it } from "vitest";

import { drawnShape } from "./drawing-paths.ts";

const stroke = { color: "red", width: 0.01 } as const;

it("draws relative to the height, whatever the form of the picture", () => {
  expect(drawnShape({ kind: "box", ...stroke, from: [0.25, 0.25], to: [0.75, 0.5] }, 2)).toEqual({
    kind: "path",
    color: "#ff4433",
    d: "M500 250H1500V500H500Z",
    strokeWidth: 10,
  });
});

it("ends an arrow in a head", () => {
  expect(drawnShape({ kind: "arrow", ...stroke, from: [0, 0.5], to: [0.5, 0.5] }, 1)).toMatchObject({
    d: "M0 500L500 500M461 477.5L500 500L461 522.5",
  });
});

it("draws a tap of the pen as a dot", () => {
  expect(drawnShape({ kind: "pen", ...stroke, points: [[0.5, 0.5]] }, 1)).toMatchObject({ d: "M500 500h0" });
});

it("places the lines of a text below its corner", () => {
  const text = { kind: "text", color: "white", at: [0.1, 0.2], size: 0.05, text: "two\nlines" } as const;
  expect(drawnShape({ ...text, at: [0.1, 0.2] }, 1)).toMatchObject({
    x: 100,
    y: 240,
    fontSize: 50,
    lines: ["two", "lines"],
  });
});

import { describe, expect, test } from "vitest";

import { maxScale, type PictureView, wholePicture } from "../contract/picture-view.ts";
import {
  clampView,
  doubleClickScale,
  fitPercent,
  limitScale,
  panBy,
  stepScale,
  visiblePart,
  zoomAround,
} from "./picture-zoom.ts";

/** The place on the screen of a point of the picture, as shares of the picture's space. */
function place({ scale, x, y }: PictureView, point: { x: number; y: number }) {
  return { x: 0.5 + (point.x - x) * scale, y: 0.5 + (point.y - y) * scale };
}

describe("a view is clamped", () => {
  test.each([
    [{ scale: 1, x: 0.2, y: 0.9 }, wholePicture],
    [{ scale: 0.3, x: 0.5, y: 0.5 }, wholePicture],
    [
      { scale: 2, x: 0, y: 1 },
      { scale: 2, x: 0.25, y: 0.75 },
    ],
    [
      { scale: 4, x: 0.5, y: 0.2 },
      { scale: 4, x: 0.5, y: 0.2 },
    ],
    [
      { scale: 1000, x: 0.5, y: 0.5 },
      { scale: maxScale, x: 0.5, y: 0.5 },
    ],
  ])("%o", (view, expected) => {
    expect(clampView(view)).toEqual(expected);
  });
});

test("zooming keeps the part at the pointer in its place", () => {
  const pointer = { x: 0.3, y: 0.8 };
  const twice = zoomAround(wholePicture, 2, pointer);
  const moreThere = zoomAround(twice, 5, { x: 0.6, y: 0.4 });
  expect(place(twice, pointer)).toEqual({ x: expect.closeTo(0.3), y: expect.closeTo(0.8) });
  const point = { x: twice.x + 0.1 / 2, y: twice.y - 0.1 / 2 };
  expect(place(twice, point)).toEqual({ x: expect.closeTo(0.6), y: expect.closeTo(0.4) });
  expect(place(moreThere, point)).toEqual({ x: expect.closeTo(0.6), y: expect.closeTo(0.4) });
  expect(zoomAround(moreThere, 0.5, pointer)).toEqual(wholePicture);
});

test("dragging moves the picture by the same distance, to its edges", () => {
  const view = { scale: 4, x: 0.5, y: 0.5 };
  const moved = panBy(view, { x: 0.2, y: -0.1 });
  expect(place(moved, { x: 0.5, y: 0.5 })).toEqual({ x: expect.closeTo(0.7), y: expect.closeTo(0.4) });
  expect(panBy(view, { x: 9, y: -9 })).toEqual({ scale: 4, x: 0.125, y: 0.875 });
  expect(panBy(wholePicture, { x: 0.3, y: 0.3 })).toEqual(wholePicture);
});

test("the visible part", () => {
  expect(visiblePart(wholePicture)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  expect(visiblePart({ scale: 4, x: 0.5, y: 0 })).toEqual({ left: 0.375, top: 0, width: 0.25, height: 0.25 });
  const wide = { x: 3, y: 1 };
  expect(visiblePart({ scale: 2, x: 0.5, y: 0.5 }, wide)).toEqual({
    left: 0,
    top: 0.25,
    width: 1,
    height: 0.5,
  });
  expect(visiblePart({ scale: 4, x: 0.25, y: 0.5 }, wide)).toEqual({
    left: 0,
    top: 0.375,
    width: 0.625,
    height: 0.25,
  });
});

test("percent of the source pixels", () => {
  expect(fitPercent(1920, 960)).toBe(50);
  expect(fitPercent(1920, 3840)).toBe(200);
  expect(fitPercent(null, 960)).toBe(100);
  expect(fitPercent(1920, 0)).toBe(100);
});

describe("steps", () => {
  test("go through round percentages and end at the whole picture", () => {
    const fit = 53;
    const percents = [];
    let scale = 1;
    for (let count = 0; count < 11; count += 1) {
      scale = stepScale(scale, fit, 1);
      percents.push(Math.round(scale * fit));
    }
    expect(percents).toEqual([75, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 1600]);
    for (let count = 0; count < 10; count += 1) scale = stepScale(scale, fit, -1);
    expect(scale).toBe(1);
    expect(stepScale(1, fit, -1)).toBe(1);
  });

  test("skip a percentage that is that of the whole picture", () => {
    expect(stepScale(1, 100.2, 1) * 100.2).toBeCloseTo(150);
    expect(stepScale(150 / 99.9, 99.9, -1)).toBe(1);
  });

  test("enlarge pictures that are smaller than their space", () => {
    expect(stepScale(1, 2000, 1)).toBe(1.5);
    expect(limitScale(100, 2000)).toBe(4);
    expect(limitScale(100, 10)).toBe(maxScale);
  });
});

test("a double click makes a clear difference", () => {
  expect(doubleClickScale(50)).toBe(2);
  expect(doubleClickScale(90) * 90).toBeCloseTo(200);
  expect(doubleClickScale(250) * 250).toBeCloseTo(400);
  expect(doubleClickScale(390)).toBe(2);
});

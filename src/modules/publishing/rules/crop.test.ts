import * as fc from "fast-check";
import { expect, it } from "vitest";

import { cropArea, centred, isWide, moved, thumbnailSizes } from "./crop.ts";

const size = fc.integer({ min: 16, max: 8000 });
const picture = fc.record({ width: size, height: size });
const crop = fc.record({
  zoom: fc.double({ min: 0, max: 9, noNaN: true }),
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
});
const distance = fc.record({
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  y: fc.double({ min: -3, max: 3, noNaN: true }),
});

it("a crop is 16:9 and within the picture, also after it was moved", () => {
  fc.assert(
    fc.property(picture, crop, distance, (of, from, by) => {
      for (const each of [from, moved(of, from, by)]) {
        const { left, top, width, height } = cropArea(of, each);
        expect(width / height).toBeCloseTo(16 / 9, 5);
        expect(left).toBeGreaterThanOrEqual(-1e-6);
        expect(top).toBeGreaterThanOrEqual(-1e-6);
        expect(left + width).toBeLessThanOrEqual(of.width + 1e-6);
        expect(top + height).toBeLessThanOrEqual(of.height + 1e-6);
      }
    }),
  );
});

it("the first crop is the largest one, in the middle", () => {
  expect(cropArea({ width: 1280, height: 720 }, centred)).toEqual({
    left: 0,
    top: 0,
    width: 1280,
    height: 720,
  });
  expect(cropArea({ width: 900, height: 1600 }, centred)).toEqual({
    left: 0,
    top: 546.875,
    width: 900,
    height: 506.25,
  });
});

it("moves by a part of the area where it can", () => {
  const square = { width: 1600, height: 1600 };
  const down = moved(square, centred, { x: 1, y: 0.1 });
  expect(cropArea(square, down)).toMatchObject({ left: 0, top: 350 + 90 });
});

it("pictures of 16:9 need no crop", () => {
  expect(
    [
      { width: 1280, height: 720 },
      { width: 1366, height: 768 },
    ].map(isWide),
  ).toEqual([true, true]);
  expect(
    [
      { width: 1200, height: 720 },
      { width: 720, height: 1280 },
    ].map(isWide),
  ).toEqual([false, false]);
});

it("a thumbnail keeps the pixels of its area between 1280 and 3840, and has smaller sizes to fall back on", () => {
  const widths = (width: number) => thumbnailSizes({ width }).map((each) => each.width);
  expect(widths(8000)).toEqual([3840, 2560, 1920, 1280]);
  expect(widths(3840)).toEqual([3840, 2560, 1920, 1280]);
  expect(widths(2560.4)).toEqual([2560, 1920, 1280]);
  expect(widths(2000)).toEqual([2000, 1920, 1280]);
  expect(widths(1280)).toEqual([1280]);
  expect(widths(600)).toEqual([1280]);
  expect(thumbnailSizes({ width: 3840 }).map(({ height }) => height)).toEqual([2160, 1440, 1080, 720]);
});

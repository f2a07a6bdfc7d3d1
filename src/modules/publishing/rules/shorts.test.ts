import { expect, it } from "vitest";

import { isShort } from "./shorts.ts";

const tall = { width: 1080, height: 1920, durationSeconds: 180 };

it.each([
  ["vertical, of three minutes", tall, true],
  ["a frame longer", { ...tall, durationSeconds: 180.02 }, false],
  ["square", { ...tall, width: 1920 }, true],
  ["a pixel wider than high", { ...tall, width: 1921 }, false],
  ["wide", { ...tall, width: 1920, height: 1080 }, false],
  ["of an unknown shape", { ...tall, height: null }, false],
  ["of an unknown length", { ...tall, durationSeconds: null }, false],
  ["not probed", null, false],
] as const)("YouTube shows a video that is %s as a Short or not", (_name, video, short) => {
  expect(isShort(["youtube"], video)).toBe(short);
});

it("only YouTube has Shorts", () => {
  expect(isShort(["peertube", "s3"], tall)).toBe(false);
  expect(isShort(["peertube", "youtube"], tall)).toBe(true);
  expect(isShort([], tall)).toBe(false);
});

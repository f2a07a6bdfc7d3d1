import { describe, expect, it } from "vitest";

import { maxVideoBytes } from "#modules/media/rules/limits.ts";

import { isChanged, mayAnnounce, mayStart, sortFiles } from "./sending-rules.ts";

const mebibyte = 1024 * 1024;

const chosen = (path: string, size = 1) => ({
  path,
  file: sized(path, size),
  handle: null,
});

function sized(name: string, size: number): File {
  const file = new File([], name, { lastModified: 1 });
  Object.defineProperty(file, "size", { value: size });
  return file;
}

describe("sorting chosen files", () => {
  it("leaves out card rubbish, refuses paths and sizes with a sentence, and accepts the rest in order", () => {
    const sorted = sortFiles([
      chosen("Card/B.MP4"),
      chosen("Card/.DS_Store"),
      chosen("Card/C0001.THM"),
      chosen("Card/a\\b.mov"),
      chosen("Card/huge.mov", maxVideoBytes + 1),
      chosen("Card/A.MP4"),
      chosen("Card/empty.txt", 0),
    ]);
    expect(sorted.accepted.map(({ path }) => path)).toEqual(["Card/B.MP4", "Card/A.MP4", "Card/empty.txt"]);
    expect(sorted.leftOut).toEqual([
      { path: "Card/.DS_Store", reason: "system" },
      { path: "Card/C0001.THM", reason: "preview" },
    ]);
    expect(sorted.refused.map(({ reason }) => reason)).toEqual([
      "This path contains a backslash, which is a separator on Windows. Rename the file or folder.",
      "Files can have up to 256 GB.",
    ]);
  });

  it("sends paths with composed accents", () => {
    expect(sortFiles([chosen("cafe\u0301.mov")]).accepted[0]?.path).toBe("caf\u00e9.mov");
  });
});

it.each([
  [[], 300 * mebibyte, true],
  [[1, 1, 1], 1, true],
  [[1, 1, 1, 1], 1, false],
  [[64 * mebibyte], 64 * mebibyte, true],
  [[65 * mebibyte], 65 * mebibyte, true],
  [[65 * mebibyte, 1], 1, false],
  [[1, 1], 65 * mebibyte, false],
])("beside files of %j bytes, one of %i may start: %s", (active, next, expected) => {
  expect(mayStart(active, next)).toBe(expected);
});

it("announces the next batch when few files are ready", () => {
  expect(mayAnnounce({ ready: 49, waiting: 1 })).toBe(true);
  expect(mayAnnounce({ ready: 50, waiting: 1 })).toBe(false);
  expect(mayAnnounce({ ready: 0, waiting: 0 })).toBe(false);
});

it("knows a changed file by its size or time", () => {
  const before = sized("a", 5);
  expect(isChanged(before, sized("a", 5))).toBe(false);
  expect(isChanged(before, sized("a", 6))).toBe(true);
  expect(isChanged(before, new File(["12345"], "a", { lastModified: 2 }))).toBe(true);
});

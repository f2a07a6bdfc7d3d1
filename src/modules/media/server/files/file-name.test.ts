import { describe, expect, it } from "vitest";

import { safeFileName } from "./file-name.ts";
import { urlFileName } from "./file-type.ts";

const family = "👨‍👩‍👧";

describe("the name of an uploaded file", () => {
  it.each([
    "final_cut_v2.mp4",
    "A001_C003_0412X7.MXF",
    `${family} ${"🎬".repeat(100)}.mov`,
    "cafe\u0301.mp4",
    "café.mp4",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿 match.mkv",
    "می‌خواهم.mp4",
    " leading and double  spaces.mp4",
    "100% done #1 & more; (copy).mp4",
    "back\\slash.mp4",
    "no extension",
    ".hidden",
    `${"n".repeat(251)}.mp4`,
  ])("stays %j", (name) => expect(safeFileName(name)).toBe(name));

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\fakepath\\cut.mp4", "cut.mp4"],
    ["cut\u202E4pm.exe", "cut4pm.exe"],
    ["line\nbreak\u0000.mp4", "linebreak.mp4"],
    ["  ", "file"],
    ["..", "file"],
    ["folder/", "file"],
  ])("is made safe: %j", (given, name) => expect(safeFileName(given)).toBe(name));

  it("is shortened before its extension, at whole characters", () => {
    const short = safeFileName(`${family.repeat(40)}.mp4`);
    expect(short).toBe(`${family.repeat(31)}.mp4`);
  });
});

it("the address of a file has whole characters and the extension of its type", () => {
  expect(urlFileName("final_cut.v2.mp4", "mxf")).toBe("final-cut-v2.mxf");
  expect(urlFileName(`${"a".repeat(79)}e\u0301\u0302.mp4`, "mp4")).toBe(`${"a".repeat(79)}.mp4`);
  expect(urlFileName(`${"a".repeat(79)}𝒳.mp4`, "mp4")).toBe(`${"a".repeat(79)}.mp4`);
});

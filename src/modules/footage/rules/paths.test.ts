import { describe, expect, it } from "vitest";

import { cleanPath, pathProblems } from "./paths.ts";

describe("accepted paths", () => {
  it.each([
    ["A001/CLIP/C0001.MXF"],
    ["Ton/Größe – 日本 🎬.wav"],
    [".hidden/..name/file."],
    ["What? A <draft>: 50%.mov"],
    ["A: take 1.mov"],
    ["مقابلة ١.mp4"],
    [" leading space.mov"],
    [`${"é".repeat(127)}x`],
  ])("%s", (path) => {
    expect(cleanPath(path)).toEqual({ path });
  });

  it("accents that macOS writes apart are stored as one character", () => {
    expect(cleanPath("Gro\u0308\u00dfe.mov")).toEqual({ path: "Größe.mov" });
  });
});

describe("refused paths", () => {
  it.each([
    ["", "empty"],
    ["A//B", "empty"],
    ["A/", "empty"],
    ["A/ /B", "blank"],
    ["A/\u200b", "blank"],
    ["/etc/passwd", "absolute"],
    ["C:/clips/A.mov", "absolute"],
    ["c:", "absolute"],
    ["../A.mov", "dots"],
    ["A/../B.mov", "dots"],
    ["./A.mov", "dots"],
    ["A/..", "dots"],
    ["CLIP\\A.mov", "backslash"],
    ["C:\\A.mov", "backslash"],
    ["A\n.mov", "characters"],
    ["A\0.mov", "characters"],
    ["A\u0085.mov", "characters"],
    ["A\u2028.mov", "characters"],
    ["photo\u202egpj.exe", "characters"],
    ["photo\u2066.exe", "characters"],
    ["A\uffff", "characters"],
    ["A\ud800", "unicode"],
    [`A/${"é".repeat(128)}`, "long_name"],
    // 256 after the accent has become one character with the letter, and 384 before.
    ["e\u0301".repeat(128), "long_name"],
    [Array.from({ length: 5 }, () => "x".repeat(220)).join("/"), "long_path"],
  ])("%j: %s", (path, problem) => {
    expect(cleanPath(path)).toEqual({ problem });
  });

  it("every problem has a cause and a next step", () => {
    for (const text of Object.values(pathProblems))
      expect(text).toMatch(/^[A-Z].+\. (?:Rename|Give|Choose|Shorten).+\.$/);
  });
});

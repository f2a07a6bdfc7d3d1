import { describe, expect, it, test } from "vitest";

import { noGuides } from "../contract/guides.ts";
import {
  applicableGuides,
  describeGuides,
  guidePath,
  maskArea,
  maskRatios,
  outsidePath,
  parseRatio,
  ratioLabel,
  safeArea,
  shortsArea,
  shortsSource,
  toggleGuides,
  toggleKind,
  usualGuides,
} from "./guides.ts";

const pixels = (area: ReturnType<typeof safeArea> | null, width: number, height: number) =>
  area && {
    left: Math.round(area.x * width),
    top: Math.round(area.y * height),
    width: Math.round(area.width * width),
    height: Math.round(area.height * height),
  };

describe("areas", () => {
  test("action safe is 93% and title safe 90% of both sides", () => {
    expect(pixels(safeArea("action_safe"), 1920, 1080)).toEqual({
      left: 67,
      top: 38,
      width: 1786,
      height: 1004,
    });
    expect(pixels(safeArea("title_safe"), 1920, 1080)).toEqual({
      left: 96,
      top: 54,
      width: 1728,
      height: 972,
    });
  });

  test.each([
    ["16:9", 1920, 1080, { left: 0, top: 0, width: 1920, height: 1080 }],
    ["9:16", 1920, 1080, { left: 656, top: 0, width: 608, height: 1080 }],
    ["1:1", 1920, 1080, { left: 420, top: 0, width: 1080, height: 1080 }],
    ["4:5", 1080, 1920, { left: 0, top: 285, width: 1080, height: 1350 }],
    ["2.39:1", 1920, 1080, { left: 0, top: 138, width: 1920, height: 803 }],
    ["16:9", 1080, 1920, { left: 0, top: 656, width: 1080, height: 608 }],
  ])("a mask of %s on %i × %i", (label, width, height, area) => {
    const ratio = maskRatios.find((mask) => mask.label === label)?.ratio ?? 0;
    expect(pixels(maskArea(ratio, width / height), width, height)).toEqual(area);
  });

  test("Shorts leaves Google's safe zone", () => {
    expect(pixels(shortsArea(1080 / 1920), 1080, 1920)).toEqual({
      left: 48,
      top: 288,
      width: 840,
      height: 960,
    });
    expect(shortsSource).toContain("288 top, 672 bottom, 48 left, 192 right");
  });

  test("Shorts fits 4:5 and 9:20 into its screen, and landscape pictures have no such area", () => {
    // 1080 × 1350 begins 285 pixels below the top of the screen and ends 285 above its bottom.
    expect(pixels(shortsArea(4 / 5), 1080, 1350)).toEqual({ left: 48, top: 3, width: 840, height: 960 });
    expect(pixels(shortsArea(9 / 20), 864, 1920)).toEqual({ left: 0, top: 288, width: 780, height: 960 });
    expect(shortsArea(1)).toBeNull();
    expect(shortsArea(16 / 9)).toBeNull();
  });
});

test("paths are in units of the picture's height", () => {
  expect(guidePath("title_safe", 2)).toBe("M100 50H1900V950H100Z");
  expect(guidePath("thirds", 1.5)).toBe("M500 0V1000M1000 0V1000M0 333.33H1500M0 666.67H1500");
  expect(guidePath("center", 2)).toBe("M950 500H1050M1000 450V550");
  expect(guidePath("center", 0.5)).toBe("M225 500H275M250 475V525");
  expect(guidePath("shorts", 2)).toBe("");
  expect(outsidePath(maskArea(1, 2), 2)).toBe("M0 0H2000V1000H0Z M500 0H1500V1000H500Z");
});

test.each([
  ["4:3", 4 / 3],
  [" 1.85 ", 1.85],
  ["1,85", 1.85],
  ["2.35:1", 2.35],
  ["1920x1080", 16 / 9],
  ["21 : 9", 21 / 9],
  ["1:5", 0.2],
  ["5", 5],
])("reads the ratio %j", (text, ratio) => {
  expect(parseRatio(text)).toBeCloseTo(ratio, 6);
});

test.each(["", "wide", "0", "16:0", "1:6", "5.1", "-1", "16:9:4", "1e1", "4:"])(
  "refuses the ratio %j",
  (text) => {
    expect(parseRatio(text)).toBeNull();
  },
);

describe("choices", () => {
  it("switches everything off, and on what was chosen last", () => {
    const last = { kinds: ["thirds" as const], maskRatio: 1 };
    expect(toggleGuides(last, last, 16 / 9)).toEqual(noGuides);
    expect(toggleGuides(noGuides, last, 16 / 9)).toEqual(last);
    expect(toggleGuides(noGuides, noGuides, 16 / 9)).toEqual(usualGuides);
  });

  it("ignores what Shorts covers on landscape pictures", () => {
    const chosen = { kinds: ["shorts" as const], maskRatio: null };
    expect(applicableGuides(chosen, 16 / 9)).toEqual(noGuides);
    expect(applicableGuides(chosen, 9 / 16)).toEqual(chosen);
    expect(toggleGuides(chosen, chosen, 16 / 9)).toEqual(usualGuides);
    expect(toggleGuides(chosen, chosen, 9 / 16)).toEqual(noGuides);
  });

  it("adds and removes kinds", () => {
    const both = toggleKind({ kinds: ["thirds"], maskRatio: 2 }, "center");
    expect(both).toEqual({ kinds: ["thirds", "center"], maskRatio: 2 });
    expect(toggleKind(both, "thirds")).toEqual({ kinds: ["center"], maskRatio: 2 });
  });

  it("names them", () => {
    expect(describeGuides({ kinds: ["action_safe", "thirds"], maskRatio: 16 / 9 })).toBe(
      "Guides: Action safe, Thirds, Mask 16:9",
    );
    expect(describeGuides(noGuides)).toBe("");
    expect(ratioLabel(1.85)).toBe("1.85:1");
    expect(ratioLabel(0.8)).toBe("4:5");
  });
});

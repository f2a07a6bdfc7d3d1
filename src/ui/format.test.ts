import { describe, expect, it } from "vitest";

import {
  formatBytes,
  formatClock,
  formatDeadline,
  formatMediaTime,
  formatMoment,
  formatPercent,
  formatSpeed,
  formatTimeLeft,
  truncateText,
} from "./format.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("sizes and speeds", () => {
  it.each([
    [0, "0 B"],
    [812, "812 B"],
    [640_400, "640 KB"],
    [999_600, "1.0 MB"],
    [38_440_000, "38.4 MB"],
    [1_420_000_000, "1.42 GB"],
    [3_000_000_000_000, "3.00 TB"],
    [-5, "0 B"],
  ])("writes %d bytes as %s", (bytes, text) => {
    expect(plain(formatBytes(bytes))).toBe(text);
  });

  it("writes a speed with a decimal only where it says something", () => {
    expect(plain(formatSpeed(38_200_000))).toBe("38 MB/s");
    expect(plain(formatSpeed(3_840_000))).toBe("3.8 MB/s");
    expect(plain(formatSpeed(820_000))).toBe("820 KB/s");
  });

  it("keeps a size and its unit on one line", () => {
    expect(formatBytes(1_420_000_000)).toBe("1.42\u00a0GB");
  });

  it("says 100 % only when all is done", () => {
    expect(plain(formatPercent(67.9))).toBe("67 %");
    expect(plain(formatPercent(99.99))).toBe("99 %");
    expect(plain(formatPercent(100))).toBe("100 %");
    expect(plain(formatPercent(140))).toBe("100 %");
  });
});

describe("durations", () => {
  it("writes a clock with hours, minutes and seconds", () => {
    expect(formatClock(24_068)).toBe("06:41:08");
    expect(formatClock(0)).toBe("00:00:00");
    expect(formatClock(-3)).toBe("00:00:00");
    expect(formatClock(360_000)).toBe("100:00:00");
  });

  it("writes media time without leading hours", () => {
    expect(formatMediaTime(228.9)).toBe("3:48");
    expect(formatMediaTime(3828)).toBe("1:03:48");
    expect(formatMediaTime(Number.NaN)).toBe("0:00");
  });

  it.each([
    [0.2, "1 s left"],
    [59.2, "60 s left"],
    [118, "2 min left"],
    [3900, "1 h 5 min left"],
    [7200, "2 h left"],
    [Number.POSITIVE_INFINITY, ""],
  ])("says how long %d seconds are to wait", (seconds, text) => {
    expect(plain(formatTimeLeft(seconds))).toBe(text);
  });
});

describe("moments", () => {
  const at = new Date("2026-11-24T18:30:00Z");

  it("writes a deadline in the zone asked for", () => {
    expect(formatDeadline(at, { timeZone: "UTC" })).toBe("Nov 24, 2026, 6:30 PM");
    expect(formatDeadline(at, { timeZone: "Asia/Kolkata" })).toBe("Nov 25, 2026, 12:00 AM");
  });

  it("writes a moment without its year", () => {
    expect(formatMoment(at, { timeZone: "UTC" })).toBe("Nov 24, 6:30 PM");
  });

  it("follows the locale asked for", () => {
    expect(formatDeadline(at, { timeZone: "UTC", locale: "de-DE" })).toContain("2026");
    expect(formatDeadline(at, { timeZone: "UTC", locale: "de-DE" })).toContain("18:30");
  });
});

describe("long texts", () => {
  it("leaves a text alone that fits", () => {
    expect(truncateText("a cut", 5)).toBe("a cut");
  });

  it("cuts at the limit and leaves no space before the ellipsis", () => {
    expect(truncateText("a cut of the film", 6)).toBe("a cut…");
  });

  it("counts a joined emoji as one character and never breaks it", () => {
    expect(truncateText("👩‍🎨👩‍🎨👩‍🎨", 2)).toBe("👩‍🎨👩‍🎨…");
    expect(truncateText("👩‍🎨👩‍🎨", 2)).toBe("👩‍🎨👩‍🎨");
  });
});

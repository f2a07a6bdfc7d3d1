import { describe, expect, it } from "vitest";

import { formatMediaTime } from "#core/time.ts";

import {
  formatBytes,
  formatDay,
  formatDeadline,
  formatDuration,
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
  ])("formats %d bytes as %s", (bytes, text) => {
    expect(plain(formatBytes(bytes))).toBe(text);
  });

  it("formats speeds with a decimal below 10", () => {
    expect(plain(formatSpeed(38_200_000))).toBe("38 MB/s");
    expect(plain(formatSpeed(3_840_000))).toBe("3.8 MB/s");
    expect(plain(formatSpeed(820_000))).toBe("820 KB/s");
  });

  it("keeps a size and its unit on one line", () => {
    expect(formatBytes(1_420_000_000)).toBe("1.42\u00a0GB");
  });

  it("shows 100% only when complete", () => {
    expect(plain(formatPercent(67.9))).toBe("67%");
    expect(plain(formatPercent(99.99))).toBe("99%");
    expect(plain(formatPercent(100))).toBe("100%");
    expect(plain(formatPercent(140))).toBe("100%");
  });
});

describe("durations", () => {
  it("formats media time without leading hours", () => {
    expect(formatMediaTime(228.9)).toBe("3:48");
    expect(formatMediaTime(3828)).toBe("1:03:48");
    expect(formatMediaTime(Number.NaN)).toBe("0:00");
  });

  it.each([
    [36_000, "10 hours"],
    [3600, "1 hour"],
    [5400, "90 minutes"],
    [60, "1 minute"],
  ])("formats %d seconds in words", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it.each([
    [0.2, "0:01 left"],
    [59.2, "1:00 left"],
    [95, "1:35 left"],
    [3900, "1:05:00 left"],
    [Number.POSITIVE_INFINITY, ""],
  ])("formats %d remaining seconds", (seconds, text) => {
    expect(plain(formatTimeLeft(seconds))).toBe(text);
  });
});

describe("moments", () => {
  const at = new Date("2026-11-24T18:30:00Z");

  it("formats a deadline in the given time zone", () => {
    expect(formatDeadline(at, { timeZone: "UTC" })).toBe("Nov 24, 2026, 6:30 PM");
    expect(formatDeadline(at, { timeZone: "Asia/Kolkata" })).toBe("Nov 25, 2026, 12:00 AM");
  });

  it("formats a moment without its year", () => {
    expect(formatMoment(at, { timeZone: "UTC" })).toBe("Nov 24, 6:30 PM");
  });

  it("uses the given locale", () => {
    expect(formatDeadline(at, { timeZone: "UTC", locale: "de-DE" })).toContain("2026");
    expect(formatDeadline(at, { timeZone: "UTC", locale: "de-DE" })).toContain("18:30");
  });
});

describe("long texts", () => {
  it("keeps a text within the limit", () => {
    expect(truncateText("a cut", 5)).toBe("a cut");
  });

  it("truncates at the limit without a space before the ellipsis", () => {
    expect(truncateText("a cut of the film", 6)).toBe("a cut…");
  });

  it("counts an emoji sequence as one character", () => {
    expect(truncateText("👩‍🎨👩‍🎨👩‍🎨", 2)).toBe("👩‍🎨👩‍🎨…");
    expect(truncateText("👩‍🎨👩‍🎨", 2)).toBe("👩‍🎨👩‍🎨");
  });
});

it.each([
  ["2026-03-29T20:30:00Z", "Asia/Kolkata", "Today"],
  ["2026-03-29T18:00:00Z", "Asia/Kolkata", "Yesterday"],
  // The night in which clocks go forward.
  ["2026-03-28T23:30:00Z", "Europe/Berlin", "Yesterday"],
  ["2026-03-28T22:30:00Z", "Europe/Berlin", "Saturday, March 28"],
  ["2025-12-31T12:00:00Z", "UTC", "Wednesday, December 31, 2025"],
])("names the day of %s in %s: %s", (at, timeZone, text) => {
  expect(formatDay(new Date(at), new Date("2026-03-30T10:00:00Z"), { timeZone })).toBe(text);
});

import { describe, expect, it } from "vitest";

import { dateInTimeZone, isTimeZone, momentInTimeZone } from "./time-zone.ts";

describe("a time zone", () => {
  it("has its own date around midnight", () => {
    const [before, after] = [new Date("2026-11-26T07:59:59.999Z"), new Date("2026-11-26T08:00:00.000Z")];
    const dates = (moment: Date) =>
      ["America/Los_Angeles", "UTC", "Asia/Kolkata"].map((name) => dateInTimeZone(name, moment));
    expect(dates(before)).toEqual(["2026-11-25", "2026-11-26", "2026-11-26"]);
    expect(dates(after)).toEqual(["2026-11-26", "2026-11-26", "2026-11-26"]);
  });

  it.each(["UTC", "Asia/Kolkata", "America/New_York"])("is known by its name: %s", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(["", "Mars/Olympus", "Asia", "../etc"])("is not known: %j", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  it.each([
    ["UTC", "2026-11-24T23:59:00", "2026-11-24T23:59:00.000Z"],
    ["Asia/Kolkata", "2027-01-01T23:59:00", "2027-01-01T18:29:00.000Z"],
    ["America/Los_Angeles", "2026-11-24T23:59:00", "2026-11-25T07:59:00.000Z"],
    // Daylight saving time starts and ends on these days.
    ["America/New_York", "2026-03-08T23:59:00", "2026-03-09T03:59:00.000Z"],
    ["America/New_York", "2026-11-01T23:59:00", "2026-11-02T04:59:00.000Z"],
    ["Europe/Berlin", "2026-10-25T23:59:00", "2026-10-25T22:59:00.000Z"],
  ])("gives a local time its moment: %s %s", (timeZone, local, moment) => {
    expect(momentInTimeZone(timeZone, local).toISOString()).toBe(moment);
  });
});

import { describe, expect, it } from "vitest";

import { day, hour } from "#core/time.ts";

import type { Figures } from "../contract/figures.ts";
import { comparedAges } from "./comparison.ts";
import { completeDay, continuousDays, endOfDay, type OfDay, sumFigures } from "./days.ts";
import { exportName } from "./file-names.ts";
import { frameOfInterval, curveMarks, median, quantile } from "./marks.ts";
import { maxKeptPeaks, reduceWaveform } from "./pictures.ts";
import { nextFetch, reportsDue } from "./schedule.ts";
import { teamFigures, type WorkedTask } from "./team.ts";

const figures = (views: number, more: Partial<Figures> = {}): Figures => ({
  views,
  engagedViews: null,
  watchSeconds: views * 10,
  averageViewSeconds: 10,
  averageViewPercent: 50,
  likes: 1,
  comments: 0,
  shares: null,
  subscribersGained: null,
  subscribersLost: null,
  ...more,
});
const ofDay = (date: string, views: number, more: Partial<Figures> = {}): OfDay => ({
  ...figures(views, more),
  day: date,
});

describe("the schedule", () => {
  const now = new Date("2026-11-27T12:00:00Z");
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const wait = (age: number) => nextFetch(ago(age), now).getTime() - now.getTime();

  it("is hourly on the first two days, then daily, and weekly after 90 days", () => {
    expect([wait(-day), wait(0), wait(2 * day - 1)]).toEqual([hour, hour, hour]);
    expect([wait(2 * day), wait(90 * day - 1)]).toEqual([day, day]);
    expect([wait(90 * day), wait(1000 * day)]).toEqual([7 * day, 7 * day]);
  });

  it("reads figures by day about once a day", () => {
    expect(reportsDue(null, now)).toBe(true);
    expect(reportsDue(ago(hour), now)).toBe(false);
    expect(reportsDue(ago(day), now)).toBe(true);
  });
});

describe("days", () => {
  it("are complete until the last one that has arrived, or must have", () => {
    const due = { first: "2026-11-01", today: "2026-11-27", lagDays: 3 };
    expect(completeDay([ofDay("2026-11-25", 3)], due)).toBe("2026-11-25");
    expect(completeDay([ofDay("2026-11-10", 3)], due)).toBe("2026-11-23");
    expect(completeDay([], due)).toBe("2026-11-23");
    expect(completeDay([], { ...due, first: "2026-11-24" })).toBeNull();
  });

  it.each([
    ["2026-11-25", "America/Los_Angeles", "2026-11-26T08:00:00.000Z"],
    ["2026-07-01", "America/Los_Angeles", "2026-07-02T07:00:00.000Z"],
    // The clocks change on this day.
    ["2026-10-31", "America/Los_Angeles", "2026-11-01T07:00:00.000Z"],
    ["2026-11-01", "America/Los_Angeles", "2026-11-02T08:00:00.000Z"],
    ["2026-12-31", "UTC", "2027-01-01T00:00:00.000Z"],
  ])("end at midnight of the platform: %s in %s", (date, timeZone, end) => {
    expect(endOfDay(date, timeZone).toISOString()).toBe(end);
  });

  it("have no gaps, and sums until each", () => {
    const arrived = [ofDay("2026-11-01", 10), ofDay("2026-11-03", 30, { averageViewPercent: 70 })];
    const days = continuousDays(arrived, { first: "2026-11-01", last: "2026-11-04" });
    expect(days.map(({ day: date, age, views, viewsUntil }) => [date, age, views, viewsUntil])).toEqual([
      ["2026-11-01", 0, 10, 10],
      ["2026-11-02", 1, 0, 10],
      ["2026-11-03", 2, 30, 40],
      ["2026-11-04", 3, 0, 40],
    ]);
    expect(days[1]).toMatchObject({ likes: 0, shares: null, averageViewPercent: null });
    expect(days[3]).toMatchObject({ watchSecondsUntil: 400, averagePercentUntil: 65 });
  });

  it("are summed with averages weighted by views; what is never counted stays null", () => {
    const sum = sumFigures([figures(10), figures(30, { averageViewPercent: 70 }), figures(0)]);
    expect(sum).toMatchObject({
      views: 40,
      watchSeconds: 400,
      averageViewSeconds: 10,
      averageViewPercent: 65,
    });
    expect(sum).toMatchObject({ likes: 3, shares: null });
    expect(sumFigures([])).toBeNull();
  });
});

describe("marks", () => {
  const flat = Array.from({ length: 100 }, (_, index) => 0.9 - index * 0.001);
  const stepAt = (at: number, by: number, curve = flat) =>
    curve.map((value, index) => (index >= at ? value + by : value));

  it("are where the curve falls and rises, with the change of those who watched", () => {
    const [drop, rise] = curveMarks(stepAt(70, 0.1, stepAt(40, -0.2)));
    expect(drop).toMatchObject({ kind: "drop", start: 40, end: 41 });
    expect(drop?.change).toBeCloseTo(-0.201 / 0.861, 3);
    expect(rise).toMatchObject({ kind: "rise", start: 70, end: 71 });
  });

  it("join adjacent intervals", () => {
    const [only, ...others] = curveMarks(stepAt(42, -0.05, stepAt(41, -0.05, stepAt(40, -0.05))));
    expect(only).toMatchObject({ start: 40, end: 43 });
    expect(others).toEqual([]);
  });

  it("are the three steepest, in order, and none on a smooth curve", () => {
    const many = [10, 20, 30, 40, 50].reduce((curve, at) => stepAt(at, -0.02 - at / 1000, curve), flat);
    expect(curveMarks(many).map(({ start }) => start)).toEqual([30, 40, 50]);
    expect(curveMarks(flat)).toEqual([]);
  });

  it("begin at the first frame of their interval", () => {
    expect([0, 40, 41, 100].map((interval) => frameOfInterval(interval, 200))).toEqual([0, 80, 82, 200]);
  });

  it("use quantiles between values", () => {
    expect([median([]), median([3, 1]), median([5, 1, 3])]).toEqual([null, 2, 3]);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });
});

it("ages are compared up to the present one", () => {
  expect(comparedAges(6)).toEqual([0, 1, 2, 3, 5, 6]);
  expect(comparedAges(7)).toEqual([0, 1, 2, 3, 5, 7]);
});

it("waveforms keep their peaks", () => {
  const peaks = Array.from({ length: 2500 }, (_, index) => (index === 1234 ? 100 : 5));
  const reduced = reduceWaveform({ peaksPerSecond: 20, peaks });
  expect(reduced.peaks.length).toBeLessThanOrEqual(maxKeptPeaks);
  expect(Math.max(...reduced.peaks)).toBe(100);
  expect(reduced.peaks.length / reduced.peaksPerSecond).toBeCloseTo(2500 / 20, 0);
  expect(reduceWaveform({ peaksPerSecond: 20, peaks: [1, 2] })).toEqual({
    peaksPerSecond: 20,
    peaks: [1, 2],
  });
});

it("names of CSV files have no characters that file systems refuse", () => {
  expect(exportName("csv", "A/B: C", "days")).toBe("A_B_ C, days.csv");
});

describe("team figures", () => {
  const task = (more: Partial<WorkedTask> = {}): WorkedTask => ({
    createdAt: new Date("2026-11-01T00:00:00Z"),
    published: false,
    firstInReviewAt: new Date("2026-11-02T00:00:00Z"),
    approvedVersion: 1,
    due: true,
    onTime: true,
    versions: 1,
    expired: 0,
    ...more,
  });

  it("are about the work that was done", () => {
    const late = task({
      versions: 3,
      approvedVersion: 3,
      onTime: false,
      expired: 2,
    });
    const open = task({
      approvedVersion: null,
      due: false,
      onTime: false,
      firstInReviewAt: null,
      versions: 0,
    });
    const found = teamFigures({
      tasks: [task({ published: true }), late, open],
      waits: [3600, null, 7200],
      reviewed: [
        { comments: 3, seconds: 60 },
        { comments: 0, seconds: 30 },
      ],
      failures: [
        { code: "a", cause: "A", count: 1 },
        { code: "b", cause: "B", count: 7 },
        { code: "a", cause: "A", count: 2 },
      ],
    });
    expect(found).toEqual({
      tasks: 3,
      approved: 2,
      published: 1,
      briefToFirstVersionSeconds: 86_400,
      waitingForReviewSeconds: 5400,
      versionsPerApprovedVideo: 2,
      approvedAtFirstVersion: 0.5,
      dueTasks: 2,
      onTimeTasks: 1,
      commentsPerMinute: 2,
      expiredWindows: 2,
      publishingFailures: [
        { code: "b", cause: "B", count: 7 },
        { code: "a", cause: "A", count: 3 },
      ],
    });
  });

  it("have no negative times for versions that are older than the brief", () => {
    const early = task({ firstInReviewAt: new Date("2026-10-31T00:00:00Z") });
    const work = { tasks: [early], waits: [], reviewed: [], failures: [] };
    expect(teamFigures(work).briefToFirstVersionSeconds).toBe(0);
  });

  it("are null without any work", () => {
    const none = teamFigures({ tasks: [], waits: [], reviewed: [], failures: [] });
    expect(none).toMatchObject({
      tasks: 0,
      dueTasks: 0,
      onTimeTasks: 0,
      commentsPerMinute: null,
      publishingFailures: [],
    });
  });
});

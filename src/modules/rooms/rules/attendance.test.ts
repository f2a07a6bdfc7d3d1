import { describe, expect, it } from "vitest";

import { noon, sampleRoom, sampleState, sampleTiming, sampleWatcher } from "#testing/room-samples.ts";

import { type Report, withoutWatchers, withReport } from "./attendance.ts";
import { isPresent, type OpenRoom } from "./open-room.ts";

const report = (room: OpenRoom, reported: Partial<Report> & { time?: number; isGuest?: boolean } = {}) => {
  const { time = noon, isGuest = false, ...rest } = reported;
  const full = { participant: "anika", number: 1, follows: true, buffers: false, roundTrip: 50, ...rest };
  return withReport(room, full, { time, timing: sampleTiming, isGuest });
};
const playing = () => sampleRoom({ state: sampleState({ playing: true, startsAt: noon - 1010 }) });
const paused = { playing: false, frame: 125, startsAt: noon };

describe("a report", () => {
  it("adds a participant", () => {
    const { watchers } = report(sampleRoom(), { participant: "noor", number: 3, isGuest: true });
    const joined = sampleWatcher("noor", { isGuest: true, lastReport: 3 });
    expect(watchers).toEqual([...sampleRoom().watchers, joined]);
  });

  it("changes a participant, unless a later one was stored", () => {
    const room = report(sampleRoom(), { number: 5, follows: false, roundTrip: 70, time: noon + 1000 });
    expect(room.watchers[1]).toEqual(
      sampleWatcher("anika", { follows: false, roundTrip: 70, lastReport: 5, seenAt: noon + 1000 }),
    );
    const late = report(room, { number: 4, follows: true, time: noon + 2000 });
    expect(late.watchers[1]).toMatchObject({ follows: false, lastReport: 5, seenAt: noon + 2000 });
  });
});

describe("someone who buffers", () => {
  it("pauses the others on the present frame, until it is over", () => {
    const waiting = report(playing(), { buffers: true });
    expect(waiting.state).toMatchObject({ ...paused, waiting: { for: ["anika"], until: noon + 5000 } });
    const also = report(waiting, { participant: "ben", buffers: true, time: noon + 1000 });
    expect(also.state).toMatchObject({ ...paused, waiting: { for: ["anika", "ben"], until: noon + 5000 } });
    const one = report(also, { number: 2, time: noon + 2000 });
    expect(one.state.waiting?.for).toEqual(["ben"]);
    const none = report(one, { participant: "ben", number: 2, time: noon + 3000 });
    expect(none.state).toMatchObject({ playing: true, frame: 125, startsAt: noon + 3400, waiting: null });
  });

  it("is waited for until the limit, and not again within 30 seconds", () => {
    const waiting = report(playing(), { buffers: true });
    const still = report(waiting, { participant: "meera", time: noon + 4999 });
    expect(still.state.waiting).not.toBeNull();
    const over = report(waiting, { participant: "meera", time: noon + 5000 });
    expect(over.state).toMatchObject({ playing: true, frame: 125, startsAt: noon + 5400, waiting: null });
    const again = report(over, { number: 2, buffers: true, time: noon + 34_999 });
    expect(again.state.playing).toBe(true);
    expect(report(over, { number: 2, buffers: true, time: noon + 35_000 }).state.waiting?.for).toEqual([
      "anika",
    ]);
  });

  it("isn't waited for when they join, don't follow, or nothing plays", () => {
    expect(report(playing(), { participant: "noor", buffers: true }).state.playing).toBe(true);
    expect(report(playing(), { follows: false, buffers: true }).state.playing).toBe(true);
    expect(report(sampleRoom(), { buffers: true }).state.waiting).toBeNull();
    const ended = sampleRoom({ state: sampleState({ playing: true, startsAt: noon - 100_000 }) });
    expect(report(ended, { buffers: true }).state).toEqual(ended.state);
  });

  it("is waited for before playback starts, too", () => {
    const starting = sampleRoom({ state: sampleState({ playing: true, startsAt: noon + 300 }) });
    expect(report(starting, { buffers: true }).state).toMatchObject({ playing: false, frame: 100 });
  });

  it("is waited for again if the clock was set back since they were not", () => {
    const watchers = [sampleWatcher("meera"), sampleWatcher("anika", { sparedAt: noon + 3600_000 })];
    expect(report({ ...playing(), watchers }, { buffers: true }).state.waiting).not.toBeNull();
  });

  it("isn't waited for after the clock was set back", () => {
    const waiting = report(playing(), { buffers: true });
    const earlier = report(waiting, { participant: "meera", time: noon - 60_000 });
    expect(earlier.state).toMatchObject({ playing: true, startsAt: noon - 59_600 });
  });
});

describe("participants who leave", () => {
  const leave = (room: OpenRoom, ...ids: string[]) =>
    withoutWatchers(room, ({ id }) => ids.includes(id), { time: noon, timing: sampleTiming });

  it("let everyone change the room if they presented", () => {
    const presented = sampleRoom({ presenter: "meera" });
    const watchers = presented.watchers.map((watcher) => ({ ...watcher, asks: watcher.id === "anika" }));
    const room = { ...presented, watchers };
    expect(leave(room, "ben")).toMatchObject({ presenter: "meera", watchers: [{}, { asks: true }] });
    expect(leave(room, "meera")).toMatchObject({ presenter: null, watchers: [{ asks: false }, {}] });
    expect(leave(room, "noor")).toBe(room);
  });

  it("are not waited for", () => {
    const waiting = report(playing(), { buffers: true });
    expect(leave(waiting, "meera").state.waiting).not.toBeNull();
    expect(leave(waiting, "anika").state).toMatchObject({ playing: true, waiting: null });
  });
});

it("participants are present for 30 seconds, also after the clock was set back", () => {
  const at = (seconds: number) => isPresent({ seenAt: noon }, noon + seconds * 1000);
  expect([at(0), at(29.9), at(-29.9), at(30), at(-3600)]).toEqual([true, true, true, false, false]);
});

it("playback that begins too far in the future starts with the next report", () => {
  const late = sampleRoom({ state: sampleState({ playing: true, startsAt: noon + 3600_000 }) });
  expect(report(late).state).toMatchObject({ playing: true, frame: 100, startsAt: noon + 400 });
  const soon = sampleRoom({ state: sampleState({ playing: true, startsAt: noon + 3000 }) });
  expect(report(soon).state.startsAt).toBe(noon + 3000);
});

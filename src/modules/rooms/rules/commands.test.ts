import { describe, expect, it } from "vitest";

import type { RoomChange } from "#modules/rooms/contract/room-state.ts";
import type { RoomCommand } from "#modules/rooms/contract/rooms.ts";
import { noon, sampleRoom, sampleState, sampleTiming, sampleWatcher } from "#testing/room-samples.ts";

import { applyCommand } from "./commands.ts";
import type { OpenRoom } from "./open-room.ts";
import type { Timing } from "./room-state.ts";

interface Sent {
  by?: string;
  number?: number;
  nextTiming?: Timing;
}

function send(room: OpenRoom, command: RoomCommand, { by = "meera", number = 1, nextTiming }: Sent = {}) {
  const timing = sampleTiming;
  return applyCommand(room, {
    by,
    number,
    command,
    time: noon,
    timing,
    nextTiming: nextTiming ?? timing,
  });
}

function sent(room: OpenRoom, command: RoomCommand, more?: Sent): OpenRoom {
  const next = send(room, command, more);
  if (typeof next === "string") throw new Error(`Refused: ${next}`);
  return next;
}

const change = (room: OpenRoom, changes: RoomChange, more?: Sent) =>
  sent(room, { kind: "change", change: changes }, more).state;
const playing = (state: Partial<OpenRoom["state"]> = {}) =>
  sampleRoom({ state: sampleState({ playing: true, startsAt: noon - 1000, ...state }) });
const asking = ({ watchers }: OpenRoom) => watchers.filter(({ asks }) => asks).map(({ id }) => id);

describe("a command", () => {
  it("needs a participant, and a number above the last one", () => {
    const pause = { kind: "change", change: { playing: false, frame: 1 } } as const;
    expect(send(playing(), pause, { by: "noor" })).toBe("not_in_room");
    const first = sent(playing(), pause, { number: 7 });
    expect(first.state).toMatchObject({ playing: false, frame: 1 });
    const late = { kind: "change", change: { playing: true } } as const;
    for (const number of [6, 7]) expect(send(first, late, { number })).toBe(first);
    expect(sent(first, late, { number: 8 }).state.playing).toBe(true);
    expect(sent(first, late, { by: "anika", number: 1 }).state.playing).toBe(true);
  });
});

describe("playing", () => {
  it("starts ahead, at the frame of the sender or the room's", () => {
    expect(change(sampleRoom(), { playing: true })).toMatchObject({
      playing: true,
      frame: 100,
      startsAt: noon + 400,
    });
    expect(change(sampleRoom(), { playing: true, frame: 7 }).frame).toBe(7);
    expect(change(sampleRoom(), { playing: true, frame: 5000 }).frame).toBe(999);
  });

  it("waits for the longest round trip of those who follow", () => {
    const watchers = [
      sampleWatcher("meera", { roundTrip: 400 }),
      sampleWatcher("anika", { roundTrip: 1000, follows: false }),
    ];
    expect(change(sampleRoom({ watchers }), { playing: true }).startsAt).toBe(noon + 800);
  });

  it("continues where it will be when speed or loop are changed, and seeks to a frame", () => {
    // A second has passed, and 0.4 will.
    expect(change(playing(), { speed: 2 })).toMatchObject({ frame: 135, startsAt: noon + 400, speed: 2 });
    expect(change(playing(), { loop: { from: 120, to: 129 } }).frame).toBe(135);
    expect(change(playing(), { frame: 500 })).toMatchObject({
      frame: 500,
      startsAt: noon + 400,
      playing: true,
    });
  });

  it("isn't interrupted by a second press, nor by what doesn't concern playback", () => {
    const room = playing();
    expect(change(room, { playing: true })).toEqual(room.state);
    const guides = { kinds: ["thirds" as const], maskRatio: null };
    expect(change(room, { view: { scale: 2, x: 0, y: 1 }, guides })).toEqual({
      ...room.state,
      guides,
      view: { scale: 2, x: 0, y: 1 },
    });
  });

  it("pauses at once, on the frame of the sender or the present one", () => {
    const paused = { playing: false, startsAt: noon };
    expect(change(playing(), { playing: false })).toMatchObject({ ...paused, frame: 125 });
    expect(change(playing(), { playing: false, frame: 124 })).toMatchObject({ ...paused, frame: 124 });
    expect(change(sampleRoom(), { frame: 30 })).toMatchObject({ ...paused, frame: 30 });
  });

  it("waits first for those who are buffering", () => {
    const watchers = [sampleWatcher("meera"), sampleWatcher("anika", { buffers: true })];
    expect(change(sampleRoom({ watchers }), { playing: true })).toMatchObject({
      playing: false,
      frame: 100,
      waiting: { for: ["anika"], until: noon + 5000 },
    });
  });
});

describe("while the room waits", () => {
  const waiting = { for: ["anika"], until: noon + 3000 };
  const room = sampleRoom({
    state: sampleState({ waiting }),
    watchers: [sampleWatcher("meera"), sampleWatcher("anika", { buffers: true })],
  });

  it("seeking keeps waiting, pausing ends it", () => {
    expect(change(room, { frame: 50 })).toMatchObject({ playing: false, frame: 50, waiting });
    expect(change(room, { playing: false })).toMatchObject({ playing: false, frame: 100, waiting: null });
  });

  it("play goes on without those who are buffering", () => {
    const next = sent(room, { kind: "change", change: { playing: true } });
    expect(next.state).toMatchObject({ playing: true, waiting: null, startsAt: noon + 400 });
    expect(next.watchers[1]?.sparedAt).toBe(noon);
  });
});

describe("a loop", () => {
  it("ends with the video, or isn't one", () => {
    expect(change(sampleRoom(), { loop: { from: 990, to: 5000 } }).loop).toEqual({ from: 990, to: 999 });
    expect(change(sampleRoom(), { loop: { from: 5000, to: 6000 } }).loop).toBeNull();
    const looping = sampleRoom({ state: sampleState({ loop: { from: 1, to: 2 } }) });
    expect(change(looping, { speed: 0.5 }).loop).toEqual({ from: 1, to: 2 });
    expect(change(looping, { loop: null }).loop).toBeNull();
  });
});

describe("another version", () => {
  const comparison = { version: 3, mode: "side", offset: 0, showsOther: false, wipe: 50 } as const;
  const room = sampleRoom({ state: sampleState({ loop: { from: 1, to: 2 }, comparison }) });
  const nextTiming = { ...sampleTiming, last: 49 };

  it("shows one of its frames, without the loop of the former one", () => {
    expect(change(room, { version: 1 }, { nextTiming })).toMatchObject({
      version: 1,
      frame: 49,
      loop: null,
      comparison,
    });
    expect(change(room, { version: 1, frame: 10 }, { nextTiming }).frame).toBe(10);
    const loop = { from: 3, to: 4 };
    expect(change(room, { version: 1, loop }, { nextTiming }).loop).toEqual(loop);
    expect(change(room, { version: 2 }).loop).toEqual({ from: 1, to: 2 });
  });

  it("isn't compared with itself", () => {
    expect(change(room, { version: 3 }).comparison).toBeNull();
    expect(change(room, { comparison: { ...comparison, version: 2 } }).comparison).toBeNull();
    expect(change(room, { comparison: null }).comparison).toBeNull();
    expect(change(room, { speed: 2 }).comparison).toEqual(comparison);
  });

  it("is not for guests, who don't see the comparison either", () => {
    const guest = { by: "ben" };
    const asGuest = (changes: RoomChange) => send(room, { kind: "change", change: changes }, guest);
    expect(asGuest({ version: 1 })).toBe("members_only");
    expect(asGuest({ comparison })).toBe("members_only");
    expect(change(room, { version: 2, comparison: null, frame: 4 }, guest)).toMatchObject({
      frame: 4,
      comparison,
    });
  });
});

describe("presenting", () => {
  const presented = sent(sampleRoom(), { kind: "present" });

  it("lets only the presenter change the room", () => {
    expect(presented.presenter).toBe("meera");
    const pause = { kind: "change", change: { frame: 1 } } as const;
    expect(send(presented, pause, { by: "anika" })).toBe("not_presenter");
    expect(sent(presented, pause, { number: 2 }).state.frame).toBe(1);
  });

  it("is questioned for and handed over", () => {
    const questioned = sent(presented, { kind: "present" }, { by: "anika" });
    expect([questioned.presenter, asking(questioned)]).toEqual(["meera", ["anika"]]);
    const withdrawn = sent(questioned, { kind: "release" }, { by: "anika", number: 2 });
    expect([withdrawn.presenter, asking(withdrawn)]).toEqual(["meera", []]);
    expect(send(questioned, { kind: "hand_over", to: "anika" }, { by: "anika", number: 2 })).toBe(
      "not_presenter",
    );
    expect(send(questioned, { kind: "hand_over", to: "noor" }, { number: 2 })).toBe("unknown_participant");
    const handedOver = sent(questioned, { kind: "hand_over", to: "anika" }, { number: 2 });
    expect([handedOver.presenter, asking(handedOver)]).toEqual(["anika", []]);
  });

  it("ends with a release, and all questions with it", () => {
    const questioned = sent(presented, { kind: "present" }, { by: "anika" });
    const released = sent(questioned, { kind: "release" }, { number: 2 });
    expect([released.presenter, asking(released)]).toEqual([null, []]);
  });

  it("is taken over from a guest by members, and by guests from nobody", () => {
    const byGuest = sent(sampleRoom(), { kind: "present" }, { by: "ben" });
    expect(sent(byGuest, { kind: "present" }).presenter).toBe("meera");
    const cara = sampleWatcher("cara", { isGuest: true });
    const questioned = sent(
      { ...byGuest, watchers: [...byGuest.watchers, cara] },
      { kind: "present" },
      { by: "cara" },
    );
    expect([questioned.presenter, asking(questioned)]).toEqual(["ben", ["cara"]]);
    expect(asking(sent(presented, { kind: "present" }, { by: "ben" }))).toEqual(["ben"]);
  });
});

it("the call is set and removed by members", () => {
  const call = { kind: "call", url: "https://call.example/team" } as const;
  const room = sent(sampleRoom(), call);
  expect(room.callUrl).toBe(call.url);
  expect(sent(room, { kind: "call", url: null }, { by: "anika" }).callUrl).toBeNull();
  expect(send(room, call, { by: "ben" })).toBe("members_only");
});

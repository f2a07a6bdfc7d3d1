import { expect, it } from "vitest";

import { noGuides } from "#modules/media/contract/guides.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";
import type { RoomState } from "#modules/rooms/contract/room-state.ts";

import { type Course, nextCourse, shownPosition } from "./shown-position.ts";

const timing = { rate: { num: 25, den: 1 }, last: 749 };

function room(change: Partial<RoomState>): RoomState {
  return {
    version: 1,
    playing: false,
    frame: 100,
    speed: 1,
    loop: null,
    comparison: null,
    view: wholePicture,
    guides: noGuides,
    startsAt: 1000,
    waiting: null,
    ...change,
  };
}

const course = (state: RoomState, more: Partial<Course> = {}): Course => ({
  state,
  before: null,
  pending: {},
  ...more,
});

it("displays the frame of a paused room", () => {
  const position = shownPosition(course(room({})), 99_000, timing);
  expect(position).toEqual({
    frame: 100,
    moving: false,
    speed: 1,
    isStarting: false,
    startsAt: null,
  });
});

it("waits on the first frame until playback starts, then advances with the speed", () => {
  const playing = course(room({ playing: true, speed: 2 }));
  expect(shownPosition(playing, 600, timing)).toMatchObject({
    frame: 100,
    moving: false,
    speed: 2,
    startsAt: 1000,
  });
  expect(shownPosition(playing, 600, timing).isStarting).toBe(true);
  expect(shownPosition(playing, 2000, timing)).toMatchObject({
    frame: 150,
    moving: true,
    speed: 2,
    startsAt: null,
  });
  expect(shownPosition(playing, 2000, timing).isStarting).toBe(false);
});

it("plays on at the earlier speed until the new one begins", () => {
  const before = course(room({ playing: true }));
  const faster = room({ playing: true, speed: 2, startsAt: 3000, frame: 150 });
  const after = nextCourse(before, faster, 2600);
  expect(shownPosition(after, 2800, timing)).toMatchObject({ frame: 145, moving: true, speed: 1 });
  expect(shownPosition(after, 2800, timing).isStarting).toBe(false);
  expect(shownPosition(after, 3200, timing)).toMatchObject({ frame: 160, moving: true, speed: 2 });
  // Another change before it begins doesn't replace what goes on.
  const zoomed = nextCourse(after, { ...faster, view: { scale: 2, x: 0.5, y: 0.5 } }, 2700);
  expect(shownPosition(zoomed, 2800, timing)).toMatchObject({ frame: 145, moving: true, speed: 1 });
});

it("waits for the start after a seek during playback", () => {
  const moved = nextCourse(
    course(room({ playing: true })),
    room({ playing: true, startsAt: 3000, frame: 400 }),
    2600,
  );
  expect(shownPosition(moved, 2800, timing)).toMatchObject({ frame: 400, moving: false, startsAt: 3000 });
});

it("displays the user's own seek at once, and doesn't play before the server has scheduled it", () => {
  const seeking = course(room({}), { pending: { frame: 300, playing: false } });
  expect(shownPosition(seeking, 5000, timing)).toMatchObject({ frame: 300, moving: false });
  const pressed = course(room({}), { pending: { frame: 100, playing: true } });
  expect(shownPosition(pressed, 5000, timing)).toMatchObject({ frame: 100, moving: false, startsAt: null });
  expect(shownPosition(pressed, 5000, timing).isStarting).toBe(true);
  const pausing = course(room({ playing: true }), { pending: { frame: 160, playing: false } });
  expect(shownPosition(pausing, 5000, timing)).toMatchObject({ frame: 160, moving: false });
});

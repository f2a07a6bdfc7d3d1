import { beforeEach, expect, it, vi } from "vitest";

import { createReviewStore } from "#modules/feedback/web/public/review-session.tsx";
import { noGuides } from "#modules/media/contract/guides.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";
import type { RoomChange, RoomState } from "#modules/rooms/contract/room-state.ts";

import type { Navigate } from "./session-state.ts";
import { createSharedScreen } from "./shared-screen.ts";

const onChange = vi.fn<(change: RoomChange) => void>();
const navigate = vi.fn<Navigate>();
let state: RoomState;
let screen: ReturnType<typeof createSharedScreen>;
const display = (version: number | undefined, compare: number | null = null) =>
  screen.display({ version, compare, frame: undefined });
const changeRoom = (change: RoomChange) => {
  state = { ...state, ...change };
  screen.update({ isLed: false });
};

beforeEach(() => {
  onChange.mockReset();
  navigate.mockReset();
  state = {
    version: 1,
    playing: false,
    frame: 100,
    speed: 1,
    loop: null,
    comparison: null,
    view: wholePicture,
    guides: noGuides,
    startsAt: 0,
    waiting: null,
  };
  screen = createSharedScreen(createReviewStore(), {
    stay: () => null,
    course: () => ({ state, before: null, pending: {} }),
    follows: () => true,
    isOwnStart: () => false,
    onChange,
    onBuffers: () => undefined,
    onRefusal: () => undefined,
    unfollow: () => undefined,
  });
  screen.setNavigate(navigate);
  display(1);
});

it("reports another version when it is displayed, and doesn't go back while it loads", () => {
  display(undefined);
  screen.update({ isLed: false });
  expect([onChange.mock.calls, navigate.mock.calls]).toEqual([[], []]);
  display(2);
  expect(onChange.mock.calls).toEqual([[{ version: 2, frame: 0, playing: false }]]);
});

it("opens the version of the room once", () => {
  changeRoom({ version: 2 });
  changeRoom({ frame: 7 });
  display(undefined);
  display(2);
  expect(navigate.mock.calls).toEqual([[{ version: 2, compare: null }]]);
  expect(onChange).not.toHaveBeenCalled();
});

it("goes on to the room's next version when the one before arrives late", () => {
  changeRoom({ version: 2 });
  changeRoom({ version: 3 });
  display(2);
  display(3);
  expect(navigate.mock.calls.map(([{ version }]) => version)).toEqual([2, 3]);
  expect(onChange).not.toHaveBeenCalled();
});

it("reports a comparison that the user opens and closes", () => {
  display(1, 2);
  const comparison = { version: 2, mode: "side", offset: 0, showsOther: false, wipe: 50 } as const;
  expect(onChange).toHaveBeenLastCalledWith({ comparison });
  changeRoom({ comparison });
  display(1);
  expect(onChange).toHaveBeenLastCalledWith({ comparison: null });
});

it("returns to the version of the room", () => {
  display(2);
  screen.restore();
  expect(navigate.mock.calls.at(-1)).toEqual([{ version: 1, compare: null }]);
});

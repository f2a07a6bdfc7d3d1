import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createStallWatch } from "./stall-watch.ts";

const video = { HAVE_FUTURE_DATA: 3, readyState: 4, seeking: false, ended: false };
const onBuffers = vi.fn<(buffers: boolean) => void>();
let watch: ReturnType<typeof createStallWatch>;

beforeEach(() => {
  vi.useFakeTimers();
  onBuffers.mockReset();
  Object.assign(video, { readyState: 4, seeking: false, ended: false });
  // Only the members above are used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake.
  watch = createStallWatch(video as unknown as HTMLVideoElement, onBuffers);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Looks ten times a second. */
function look(milliseconds: number, { isMoving = true, hasLoaded = true } = {}): void {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    watch.look(isMoving, hasLoaded);
    vi.advanceTimersByTime(100);
  }
}

it("reports a stall of more than 250 ms, and its end", () => {
  video.readyState = 2;
  look(200);
  expect(onBuffers).not.toHaveBeenCalled();
  look(200);
  expect(onBuffers.mock.calls).toEqual([[true]]);
  // The others wait now.
  look(2000, { isMoving: false });
  expect(onBuffers.mock.calls).toEqual([[true]]);
  video.readyState = 4;
  look(100, { isMoving: false });
  expect(onBuffers.mock.calls).toEqual([[true], [false]]);
});

it("doesn't report short seeks, a pause and the first loading", () => {
  video.seeking = true;
  look(200);
  video.seeking = false;
  look(100);
  video.readyState = 1;
  look(1000, { isMoving: false });
  look(1000, { hasLoaded: false });
  expect(onBuffers).not.toHaveBeenCalled();
});

it("reports the end when it is stopped", () => {
  video.readyState = 2;
  look(500);
  watch.stop();
  expect(onBuffers.mock.calls).toEqual([[true], [false]]);
});

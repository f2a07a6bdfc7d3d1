import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { followVideo } from "./follow-video.ts";

/** A media element without media, whose time passes as the test says. */
class Medium extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  currentTime = 0;
  duration = 600;
  playbackRate = 1;
  volume = 1;
  muted = false;
  paused = true;
  ended = false;
  seeking = false;
  readyState = 4;

  async play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event("play"));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }

  /** Lets time pass; `speed` is that of the element's clock. */
  pass(seconds: number, speed = 1): void {
    if (!this.paused) this.currentTime += seconds * this.playbackRate * speed;
  }

  seek(seconds: number): void {
    this.seeking = true;
    this.dispatchEvent(new Event("seeking"));
    this.currentTime = seconds;
    this.seeking = false;
    this.dispatchEvent(new Event("seeked"));
  }
}

let video: Medium;
let audio: Medium;
const onRefused = vi.fn<() => void>();

function follow(startSeconds = 0) {
  // Only the members above are used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake.
  return followVideo(video as unknown as HTMLVideoElement, audio as unknown as HTMLAudioElement, {
    startSeconds,
    onRefused,
  });
}

/** Lets both play, with clocks of slightly different speed; the largest difference of the last second. */
function largestDifference(seconds: number, speed = 1, startSeconds = 0): number {
  let largest = 0;
  for (let passed = 0; passed < seconds; passed += 0.05) {
    vi.advanceTimersByTime(50);
    video.pass(0.05);
    audio.pass(0.05, speed);
    const difference = Math.abs(video.currentTime - startSeconds - audio.currentTime);
    if (passed > seconds - 1) largest = Math.max(largest, difference);
  }
  return largest;
}

beforeEach(() => {
  vi.useFakeTimers();
  video = new Medium();
  audio = new Medium();
  onRefused.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

it("plays, pauses, moves and changes its speed with the video", async () => {
  follow();
  expect(audio.paused).toBe(true);
  await video.play();
  expect(audio.paused).toBe(false);
  video.playbackRate = 1.5;
  video.dispatchEvent(new Event("ratechange"));
  expect(audio.playbackRate).toBe(1.5);
  video.seek(42);
  expect(audio.currentTime).toBe(42);
  video.readyState = 2;
  video.dispatchEvent(new Event("waiting"));
  expect(audio.paused).toBe(true);
  video.readyState = 4;
  video.dispatchEvent(new Event("playing"));
  expect(audio.paused).toBe(false);
  video.pause();
  expect(audio.paused).toBe(true);
  video.seek(7);
  expect([audio.currentTime, audio.paused]).toEqual([7, true]);
});

it.each([0.995, 0.9995, 1.0005, 1.005])(
  "stays within 40 ms of the video, its clock %f as fast",
  async (speed) => {
    follow();
    await video.play();
    expect(largestDifference(60, speed)).toBeLessThan(0.04);
  },
);

it.each([0.09, -0.09, 0.5, -0.5, 30])("makes up a difference of %f s", async (late) => {
  follow();
  await video.play();
  video.currentTime += 60;
  audio.currentTime = video.currentTime - late;
  expect(largestDifference(5)).toBeLessThan(0.04);
  expect(audio.playbackRate).toBe(1);
});

it("counts from the first frame of the video", async () => {
  follow(0.5);
  await video.play();
  video.seek(3);
  expect(audio.currentTime).toBe(2.5);
  expect(largestDifference(5, 0.999, 0.5)).toBeLessThan(0.04);
});

it("is silent where the track ends before the picture", async () => {
  audio.duration = 10;
  follow();
  await video.play();
  video.seek(20);
  audio.currentTime = 10;
  audio.pause();
  vi.advanceTimersByTime(1000);
  expect([audio.currentTime, audio.paused]).toEqual([10, true]);
});

it("takes over the volume, and gives it back", async () => {
  video.volume = 0.4;
  const stop = follow();
  expect([video.muted, audio.muted, audio.volume]).toEqual([true, false, 0.4]);
  await video.play();
  audio.volume = 0.7;
  stop();
  expect([video.muted, video.volume, audio.paused]).toEqual([false, 0.7, true]);
  const again = follow();
  audio.muted = true;
  again();
  expect(video.muted).toBe(true);
});

it("reports a browser that refuses to play it", async () => {
  vi.spyOn(audio, "play").mockRejectedValue(new DOMException("", "NotAllowedError"));
  follow();
  await video.play();
  await expect.poll(() => onRefused).toHaveBeenCalledOnce();
});

import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { samplePreview } from "#testing/web/sample-preview.ts";
import {
  longPlayback,
  medianLate,
  openSharedPlayer,
  recordFrames,
  soughtFrame,
  untilInStep,
} from "#testing/web/shared-player.tsx";

const frameDuration = 40;
const secondAgo = (seconds: number) => performance.now() + 1e12 - seconds * 1000;

test("a player that joins before its video has loaded shows the frame of the room", async () => {
  const { room, session } = await openSharedPlayer();
  await session.join(room.id);
  await expect.poll(soughtFrame).toBe(100);
  expect(room.received).toEqual([]);
});

test("a player that joins during playback is in step within a second, besides the time of its seeks", async () => {
  const { room, session, video } = await openSharedPlayer({
    state: { playing: true, frame: 0, startsAt: secondAgo(3) },
  });
  await expect.poll(() => video().readyState).toBeGreaterThanOrEqual(3);
  const frames = recordFrames(room);
  let [seekTime, seekStart] = [0, 0];
  video().addEventListener("seeking", () => (seekStart = performance.now()));
  video().addEventListener("seeked", () => (seekTime += performance.now() - seekStart));
  await session.join(room.id);
  const joinedAt = performance.now();
  await untilInStep(frames);
  const inStep = frames.findIndex(
    (_, index) => Math.abs(medianLate(frames.slice(index, index + 8))) < frameDuration,
  );
  const took = (frames[inStep]?.at ?? Infinity) - joinedAt;
  // A busy computer seeks slowly.
  expect(took - seekTime).toBeLessThan(1000);
  expect(room.received).toEqual([]);
});

test("playback starts at the scheduled time, and pauses at the frame of the command", async () => {
  const { room, session, video } = await openSharedPlayer();
  await session.join(room.id);
  await expect.poll(soughtFrame).toBe(100);
  // A busy computer is ready in time, too.
  room.setRoundTrip(1200);
  const frames = recordFrames(room);
  const seeks = vi.fn<() => void>();
  let calledAt = 0;
  const play = vi.spyOn(video(), "play").mockImplementation(async () => {
    calledAt = performance.now();
    play.mockRestore();
    await video().play();
  });
  room.change({ playing: true });
  await expect.poll(() => session.getState().isStarting).toBe(true);
  video().addEventListener("seeking", seeks);
  await expect.poll(() => calledAt).toBeGreaterThan(0);
  // How long the browser takes from there is measured at each start, and is made up.
  expect(Math.abs(calledAt - room.pageTime(room.state().startsAt))).toBeLessThan(50);
  frames.splice(0);
  await untilInStep(frames);
  expect(seeks).not.toHaveBeenCalled();
  room.change({ playing: false, frame: 111 });
  await expect.poll(() => [video().paused, soughtFrame()]).toEqual([true, 111]);
  expect(room.received).toEqual([]);
});

test("a paused player always ends at the last frame, whatever comes between", async () => {
  const { room, session, video } = await openSharedPlayer();
  await session.join(room.id);
  for (const frame of [300, 17, 740, 505, 2]) {
    room.change({ playing: false, frame });
    // Each seek is interrupted by the next one.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => [video().seeking, soughtFrame()]).toEqual([false, 2]);
  room.change({ playing: true });
  room.change({ playing: false, frame: 399 });
  await expect.poll(() => [video().paused, soughtFrame()]).toEqual([true, 399]);
  room.resendFirst();
  expect(session.getState().room?.state.frame).toBe(399);
  room.change({ frame: 398 });
  await expect.poll(soughtFrame).toBe(398);
  expect(room.received).toEqual([]);
});

test("another quality shows the same frame", async () => {
  const { room, session, video } = await openSharedPlayer({
    playback: { ...longPlayback, lightUrl: `${longPlayback.fileUrl}?light` },
  });
  await session.join(room.id);
  await expect.poll(soughtFrame).toBe(100);
  await page.getByRole("button", { name: "Player settings" }).click();
  await page.getByRole("menuitemradio", { name: "Data saver" }).click();
  await expect.poll(() => video().src).toContain("light");
  await expect.poll(() => [video().readyState > 2, soughtFrame()]).toEqual([true, 100]);
  room.change({ frame: 250 });
  await expect.poll(soughtFrame).toBe(250);
  expect(room.received).toEqual([]);
});

test("drift is made up by the speed, which the menu doesn't show", async () => {
  const { room, session, video } = await openSharedPlayer({
    state: { playing: true, frame: 0, startsAt: secondAgo(1) },
  });
  await session.join(room.id);
  const frames = recordFrames(room);
  await untilInStep(frames);
  const seeks = vi.fn<() => void>();
  video().addEventListener("seeking", seeks);
  const rates: number[] = [];
  const speeds = new Set<string>();
  video().addEventListener("ratechange", () => {
    rates.push(video().playbackRate);
    speeds.add(document.querySelector<HTMLSelectElement>("select[aria-label=Speed]")?.value ?? "");
  });
  // Above 150 ms it would seek.
  await expect.poll(() => Math.abs(medianLate(frames.slice(-8)))).toBeLessThan(15);
  room.shift(120);
  await expect.poll(() => rates.at(-1)).toBe(1);
  frames.splice(0);
  await untilInStep(frames);
  expect(Math.max(...rates)).toBeGreaterThan(1.05);
  expect([...speeds]).toEqual(["1"]);
  expect(seeks).not.toHaveBeenCalled();
  expect(room.received).toEqual([]);
});

test("another speed begins at its time without a pause", async () => {
  const { room, session, video } = await openSharedPlayer({
    state: { playing: true, frame: 0, startsAt: secondAgo(1) },
  });
  await session.join(room.id);
  const frames = recordFrames(room);
  await untilInStep(frames);
  const pauses = vi.fn<() => void>();
  video().addEventListener("pause", pauses);
  room.change({ speed: 2 });
  await expect.poll(() => video().playbackRate).toBeGreaterThan(1.7);
  await expect.element(page.getByLabelText("Speed")).toHaveValue("2");
  await untilInStep(frames);
  expect(pauses).not.toHaveBeenCalled();
  expect(room.received).toEqual([]);
});

test("the loop of the room is repeated in step", async () => {
  const { room, session } = await openSharedPlayer({ state: { loop: { from: 100, to: 149 } } });
  await session.join(room.id);
  const frames = recordFrames(room);
  room.change({ playing: true });
  await expect
    .poll(() => frames.filter(({ frame }, index) => frame < (frames[index - 1]?.frame ?? 0)).length)
    .toBeGreaterThan(1);
  frames.splice(0);
  await untilInStep(frames);
  expect(room.received).toEqual([]);
});

test("a comparison shows the frame of the room in the reviewed version", async () => {
  const preview = samplePreview({ playback: longPlayback });
  history.replaceState(null, "", "?version=1&compare=2");
  const { room, session } = await openSharedPlayer({
    state: { comparison: { version: 2, mode: "wipe", offset: 0, showsOther: false, wipe: 30 } },
    preview,
    prepare: (api) => api.on(reviewEndpoints.preview, () => preview),
  });
  await session.join(room.id);
  await expect.element(page.getByLabelText("Wipe", { exact: true })).toHaveValue("30");
  await expect.poll(() => [document.querySelectorAll("video").length, soughtFrame()]).toEqual([2, 100]);
  room.change({ frame: 321 });
  await expect.poll(soughtFrame).toBe(321);
  expect(room.received).toEqual([]);
});

test("a browser that refuses sound plays without it until a click", async () => {
  const { room, session, video } = await openSharedPlayer();
  await session.join(room.id);
  await expect.poll(soughtFrame).toBe(100);
  vi.spyOn(video(), "play").mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  room.change({ playing: true });
  await expect
    .poll(() => [session.getState().refusal, video().muted, video().paused])
    .toEqual(["muted", true, false]);
  session.allowPlayback();
  expect([session.getState().refusal, video().muted]).toEqual([null, false]);
});

import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "@playwright/test";

import type { RoomState } from "#modules/rooms/contract/room-state.ts";

import { type DisplayedFrame, frameDifferences, recordFrames, takeFrames } from "./displayed-frames.ts";
import { expectPlaying, expectSameFrame, joinRoom, roomBar } from "./rooms.ts";

/** A room whose pages are measured. The first two are those of members, the last one is a guest's. */
export interface MeasuredRoom {
  pages: readonly Page[];
  /** The room's state on the server. */
  readState: () => Promise<RoomState>;
  framesPerSecond: number;
}

/** Milliseconds of playback that are measured. */
const playFor = 5000;

/** Times are in milliseconds. */
export interface RoomTimes {
  /** From a command while paused until all screens show its frame. */
  commands: number[];
  /** The largest difference of the displayed frames, every 5 ms of playback. */
  differences: number[];
  /** From the scheduled start to the displayed one, of each screen. */
  starts: number[];
  /** From the click on Join, while the others play, until about the frame is displayed that they display. */
  joins: number[];
}

const commands = [
  ["Shift+ArrowRight", (frame: number, second: number) => frame + second],
  ["ArrowRight", (frame: number) => frame + 1],
  ["ArrowRight", (frame: number) => frame + 1],
  ["Shift+ArrowRight", (frame: number, second: number) => frame + second],
  ["ArrowLeft", (frame: number) => frame - 1],
  ["Shift+ArrowLeft", (frame: number, second: number) => frame - second],
  ["ArrowRight", (frame: number) => frame + 1],
  ["Home", () => 0],
] as const;

/** Moves the paused room by keys, each time on another page, and expects the same frame on all of them after each key. */
export async function measureCommands(room: MeasuredRoom, rounds: number): Promise<number[]> {
  const { pages, framesPerSecond } = room;
  const times: number[] = [];
  let frame = await expectSameFrame(pages);
  for (let at = 0; at < rounds * commands.length; at += 1) {
    const [key, move] = commands[at % commands.length] ?? commands[0];
    frame = move(frame, framesPerSecond);
    const from = performance.now();
    await pages[at % pages.length]?.keyboard.press(key);
    await expectSameFrame(pages, frame);
    times.push(performance.now() - from);
  }
  return times;
}

/** Plays from the beginning and pauses, each time on another page. After each pause all pages have to show the same frame. */
export async function measurePlayback(
  room: MeasuredRoom,
  rounds: number,
): Promise<Pick<RoomTimes, "differences" | "starts">> {
  const { pages, readState, framesPerSecond } = room;
  const differences: number[] = [];
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await toStart(room);
    for (const page of pages) await recordFrames(page, framesPerSecond);
    await pages[round % pages.length]?.keyboard.press("l");
    await expectPlaying(pages);
    const { startsAt, frame } = await readState();
    await wait(playFor);
    const pausedAt = Date.now();
    const frameAtPause = pause(room, pages[(round + 1) % pages.length]);
    const screens = await Promise.all(pages.map((page) => takeFrames(page)));
    await expectSameFrame(pages, await frameAtPause);
    differences.push(...frameDifferences(screens, { from: startsAt, to: pausedAt }));
    starts.push(...screens.map((frames) => startDelay(frames, { startsAt, frame, framesPerSecond })));
  }
  return { differences, starts };
}

/** The last participant leaves and joins again while the others play. */
export async function measureJoins(room: MeasuredRoom, rounds: number): Promise<number[]> {
  const { pages, framesPerSecond } = room;
  /** Frames. */
  const tolerance = Math.max(2, 0.05 * framesPerSecond);
  const times: number[] = [];
  const joining = pages.at(-1);
  const [playing] = pages;
  if (!joining || !playing) throw new Error("There are no pages.");
  for (let round = 0; round < rounds; round += 1) {
    await toStart(room);
    await roomBar(joining).getByRole("button", { name: "Leave" }).click();
    await playing.keyboard.press("l");
    await expectPlaying(pages.slice(0, -1));
    await wait(2000);
    for (const page of [playing, joining]) await recordFrames(page, framesPerSecond);
    await joining.evaluate(() =>
      addEventListener("click", () => Reflect.set(window, "clickedAt", Date.now()), {
        once: true,
        capture: true,
      }),
    );
    await joinRoom(joining);
    await expectPlaying([joining]);
    await wait(3000);
    const [others, frames] = [await takeFrames(playing), await takeFrames(joining)];
    const clickedAt = await joining.evaluate(() => Number(Reflect.get(window, "clickedAt")));
    await expectSameFrame(pages, await pause(room, playing));
    const first = frames.find(({ at, frame }) => {
      const other = others.findLast((displayed) => displayed.at <= at)?.frame ?? Number.NaN;
      return at > clickedAt && Math.abs(frame - other) <= tolerance;
    });
    times.push((first?.at ?? Number.POSITIVE_INFINITY) - clickedAt);
  }
  return times;
}

async function toStart({ pages }: MeasuredRoom): Promise<void> {
  await pages[0]?.keyboard.press("Home");
  await expectSameFrame(pages, 0);
}

/** Milliseconds between two presses of Pause. */
const pauseEvery = 2000;
const mostPresses = 30;

/** Pauses the room on a page, and returns its frame. The key does nothing while everyone waits for someone's data, after which the room plays on. */
async function pause({ readState }: MeasuredRoom, page: Page | undefined): Promise<number> {
  for (let press = 0; press < mostPresses; press += 1) {
    await page?.keyboard.press("k");
    const until = performance.now() + pauseEvery;
    while (performance.now() < until) {
      const { playing, frame, waiting } = await readState();
      if (!playing && waiting === null) return frame;
      await wait(50);
    }
  }
  throw new Error("The room goes on playing.");
}

/** By how much later than scheduled a screen began to advance. */
function startDelay(
  frames: readonly DisplayedFrame[],
  {
    startsAt,
    frame: start,
    framesPerSecond,
  }: Pick<RoomState, "startsAt" | "frame"> & { framesPerSecond: number },
): number {
  const first = frames.find(({ frame, at }) => frame > start && at > startsAt - 1000);
  if (!first) return Number.POSITIVE_INFINITY;
  return first.at - startsAt - ((first.frame - start) / framesPerSecond) * 1000;
}

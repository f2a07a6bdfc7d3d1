import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import type { Browser, Page } from "@playwright/test";

import { previewPath } from "#core/paths.ts";
import { roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { clip } from "#testing/clips.ts";
import type { LineQuality } from "#testing/delayed-bytes.ts";

import { quantile } from "../../e2e/support/displayed-frames.ts";
import { type Line, openLine } from "../../e2e/support/network.ts";
import {
  measureCommands,
  measureJoins,
  type MeasuredRoom,
  measurePlayback,
  type RoomTimes,
} from "../../e2e/support/room-timing.ts";
import { joinRoom, startRoom } from "../../e2e/support/rooms.ts";
import { enterAsGuest, launchBrowser, signedIn, type State } from "../browser.ts";
import { type Figure, limitFigure, plainFigure, type Row, type Settings } from "../figure.ts";
import { watchCpu } from "../processes.ts";
import { type Product, startProduct, startReview } from "../running-product.ts";

const badLine: LineQuality = { delay: 100, jitter: 50, loss: 0.01 };
/** Of normal use: seconds in which one participant moves the pointer, of those in which the video plays. */
const [pointerSeconds, playSeconds] = [10, 20];

/**
 * Two members and a guest in a room, on a line with delay, jitter and loss, and on one without as the baseline: the frames that they
 * display, starts, commands and joins; and what the room costs the server.
 */
export const watchTogether: Row = {
  name: "watch-together",
  measure: async (settings) => {
    const { tiny, onEnd, log } = settings;
    const line = await openLine();
    onEnd(async () => line.close());
    const product = await startProduct(settings, { APP_URL: line.url });
    line.leadTo(product.reelay.url);
    const browser = await launchBrowser(onEnd);
    const figures: Figure[] = [];
    for (const framesPerSecond of tiny ? ([30] as const) : ([24, 30, 60] as const)) {
      const path = await clip(`h264-small-minute-${framesPerSecond}`);
      const file = { path, bytes: (await stat(path)).size };
      const { taskId } = await startReview(product, `${framesPerSecond} frames per second`, file);
      const opened = await openPages(browser, product, { line, taskId });
      // It doesn't depend on the frame rate.
      const measuresCost = framesPerSecond === 30;
      const alone = measuresCost ? await measureCost(product, { ...opened, keysOn: opened.pages, tiny }) : 0;
      for (const [index, page] of opened.pages.entries()) await (index === 0 ? startRoom : joinRoom)(page);
      const room: MeasuredRoom = {
        pages: opened.pages,
        framesPerSecond,
        readState: async () => {
          const open = await product.creator.call(roomsEndpoints.taskRoom, {
            params: { id: String(taskId) },
          });
          if (!open) throw new Error("The room has ended.");
          return open.state;
        },
      };
      const baseline = await measureRoom(room, settings);
      log(`${framesPerSecond} fps, without delay: ${JSON.stringify(summary(baseline))}`);
      line.worsen(badLine);
      const measured = await measureRoom(room, settings);
      log(`${framesPerSecond} fps, with delay: ${JSON.stringify(summary(measured))}`);
      line.mend();
      figures.push(...roomFigures(`${framesPerSecond} fps`, measured, baseline));
      if (measuresCost) {
        const together = await measureCost(product, { ...opened, keysOn: opened.pages.slice(0, 1), tiny });
        const limit = { max: 0.01, baseline: alone, show: percent };
        figures.push(limitFigure("processor share of the server", together, limit));
      }
      await opened.close();
    }
    return figures;
  },
};

/** The previews of a new task on the line, of its creator, its editor and a guest. */
async function openPages(
  browser: Browser,
  { creator, editor }: Product,
  { line, taskId }: { line: Line; taskId: number },
): Promise<{ pages: Page[]; close: () => Promise<void> }> {
  const open = async (state: State, url: string) => {
    const context = await browser.newContext({ storageState: state, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator("video").waitFor();
    return page;
  };
  const { url } = line;
  const pages: Page[] = [];
  for (const person of [creator, editor]) {
    const state = await signedIn(browser, { ...person, url });
    pages.push(await open(state, `${url}${previewPath(taskId)}`));
  }
  const guest = await enterAsGuest(browser, { ...creator, url }, taskId);
  pages.push(await open(guest.state, guest.url));
  return {
    pages,
    close: async () => {
      for (const page of pages) await page.context().close();
    },
  };
}

async function measureRoom(room: MeasuredRoom, { tiny, rounds }: Settings): Promise<RoomTimes> {
  const commands = await measureCommands(room, tiny ? 1 : rounds);
  const playback = await measurePlayback(room, tiny ? 1 : rounds * 2);
  return { commands, ...playback, joins: await measureJoins(room, tiny ? 1 : rounds) };
}

function summary({ differences, starts, commands, joins }: RoomTimes) {
  return {
    p50: quantile(differences, 0.5),
    p95: quantile(differences, 0.95),
    start: Math.round(quantile(starts, 0.95)),
    command: Math.round(quantile(commands, 0.5)),
    join: Math.round(quantile(joins, 1)),
  };
}

function roomFigures(name: string, measured: RoomTimes, baseline: RoomTimes): Figure[] {
  const [one, other] = [summary(measured), summary(baseline)];
  return [
    limitFigure(`${name}: difference of displayed frames, p50`, one.p50, {
      max: 1,
      baseline: other.p50,
      show: String,
    }),
    limitFigure(`${name}: the same, p95`, one.p95, { max: 2, baseline: other.p95, show: String }),
    limitFigure(`${name}: displayed after the scheduled start, p95`, one.start, {
      max: 50,
      baseline: other.start,
      show: milliseconds,
    }),
    limitFigure(`${name}: joined in the middle, slowest`, one.join, {
      max: 1000,
      baseline: other.join,
      show: milliseconds,
    }),
    plainFigure(
      `${name}: command while paused to all screens, median`,
      `${milliseconds(one.command)}, without delay ${milliseconds(other.command)}`,
    ),
  ];
}

/** Share of a core that the server needs while a video plays with moved pointers and is then paused and stepped through. */
async function measureCost(
  { reelay }: Product,
  { pages, keysOn, tiny }: { pages: readonly Page[]; keysOn: readonly Page[]; tiny: boolean },
): Promise<number> {
  const press = async (key: string) => {
    for (const page of keysOn) await page.keyboard.press(key);
  };
  const cost = await watchCpu([reelay.pid()]);
  const from = performance.now();
  await press("l");
  for (let second = 0; second < (tiny ? 2 : playSeconds); second += 1) {
    if (second < pointerSeconds && pages[0]) await movePointer(pages[0]);
    else await wait(1000);
  }
  await press("k");
  for (let step = 0; step < 10; step += 1) {
    await press(step % 2 === 0 ? "Shift+ArrowLeft" : "ArrowRight");
    await wait(500);
  }
  await press("Home");
  return (await cost()) / ((performance.now() - from) / 1000);
}

/** Moves the mouse over the picture for a second. */
async function movePointer(page: Page): Promise<void> {
  const box = await page.locator("[data-picture]").boundingBox();
  if (!box) throw new Error("There is no picture.");
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.move(box.x + box.width * (0.2 + 0.03 * step), box.y + box.height * 0.4);
    await wait(50);
  }
}

const milliseconds = (time: number) => `${time.toFixed(0)} ms`;
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

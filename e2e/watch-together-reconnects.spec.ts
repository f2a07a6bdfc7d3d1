import { expect } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { openLaptop } from "./support/laptop.ts";
import { type Line, openLine } from "./support/network.ts";
import { signUp, type TestUser } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import {
  expectParticipants,
  expectPlaying,
  expectSameFrame,
  joinRoom,
  openPreview,
  openReview,
  roomBar,
  startRoom,
} from "./support/rooms.ts";
import { test } from "./support/test.ts";
import { secondsIn } from "./support/watching.ts";

/** Less than the timeouts of realtime connections that apply without detecting the sleep. */
const afterWaking = { timeout: 40_000 };

/** Two server processes on one database, each behind a line. The creator uses the first one, the editor the second. */
test.describe("watching together goes on", () => {
  let lines: readonly [Line, Line];
  let first: Reelay;
  let second: Reelay;
  let creator: TestUser;
  let editor: TestUser;
  test.beforeAll(async ({ browser }) => {
    lines = [await openLine(), await openLine()];
    first = await installReelay({ APP_URL: lines[0].url });
    second = await installReelay({
      APP_URL: lines[0].url,
      DATA_DIR: first.dataFolder,
      SANDBOX_URL: first.sandboxUrl,
      ROLE: "web",
    });
    lines[0].leadTo(first.url);
    lines[1].leadTo(second.url);
    creator = await signUp(browser, lines[0].url, "meera", "Youtuber");
    editor = await signUp(browser, lines[1].url, "anika", "Editor");
  });
  test.afterEach(() => {
    for (const line of lines) line.mend();
  });
  test.afterAll(async () => {
    for (const line of lines ?? []) line.close();
    await second?.remove();
    await first?.remove();
  });

  const openRoom = async (taskTitle: string) => {
    await openReview({ creator, editor }, { taskTitle, file: await clip("h264-60s") });
    await startRoom(creator.page);
    await joinRoom(editor.page);
    const pages = [creator.page, editor.page] as const;
    for (const page of pages) await expectParticipants(page, [creator.name, editor.name]);
    return pages;
  };

  test("after the line of one was cut", async () => {
    const pages = await openRoom("Night train");
    await creator.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(pages, 30);
    lines[1].cut();
    await creator.page.keyboard.press("Shift+ArrowRight");
    await expect(roomBar(editor.page).getByText("Reconnecting", { exact: true })).toBeAttached();
    // A change that is made meanwhile is sent later, unless others have changed the same since.
    lines[1].mend();
    await expectSameFrame(pages, 60);
    await expect(roomBar(editor.page).getByText("Everyone controls", { exact: true })).toBeVisible();
    await editor.page.keyboard.press("ArrowRight");
    await expectSameFrame(pages, 61);
  });

  test("after a computer has slept", { tag: "@sweep" }, async () => {
    const taskId = await openReview(
      { creator, editor },
      { taskTitle: "Salt road", file: await clip("h264-60s") },
    );
    const laptop = await openLaptop(test.info().project.use.launchOptions);
    try {
      const storageState = await editor.context.storageState();
      const context = await laptop.browser.newContext({ storageState, baseURL: lines[1].url });
      const sleeper = await context.newPage();
      await openPreview(sleeper, taskId);
      const { page } = creator;
      await startRoom(page);
      await joinRoom(sleeper);
      await page.keyboard.press("l");
      await expectPlaying([page, sleeper]);

      laptop.sleep();
      lines[1].strand();
      const from = await secondsIn(page);
      await expect.poll(() => secondsIn(page)).toBeGreaterThan(from + 8);
      laptop.wake();

      const difference = async () => Math.abs((await secondsIn(page)) - (await secondsIn(sleeper)));
      await expect.poll(difference, afterWaking).toBeLessThan(1);
      await sleeper.keyboard.press("k");
      await expectSameFrame([page, sleeper]);
    } finally {
      await laptop.close();
    }
  });

  test("after the process of one was killed, on the other process", async () => {
    const pages = await openRoom("High tide");
    await editor.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(pages, 30);
    await second.kill();
    lines[1].cut();
    lines[1].mend();
    lines[1].leadTo(first.url);
    await creator.page.keyboard.press("Shift+ArrowRight");
    await expectSameFrame(pages, 60);
    await editor.page.keyboard.press("ArrowLeft");
    await expectSameFrame(pages, 59);
    for (const page of pages) await expectParticipants(page, [creator.name, editor.name]);
  });
});

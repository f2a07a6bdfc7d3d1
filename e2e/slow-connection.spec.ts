import { expect } from "@playwright/test";

import { previewPath } from "#core/paths.ts";
import { clip, large } from "#testing/clips.ts";

import { createTaskByCall, openTasks, signUp } from "./support/people.ts";
import { choosePlayerSetting, expectChosen, expectOffered } from "./support/player-settings.ts";
import { test } from "./support/test.ts";
import { atLowPriority, expectDrawnFrame, openVersion } from "./support/watching.ts";

const megabyte = 1024 * 1024;

test.describe("a version is watched on a slow connection", () => {
  test(
    "as a light rendition with the same frames, which this browser remembers",
    { tag: "@sweep" },
    async ({ browser, reelay }) => {
      const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
      const anika = await signUp(browser, reelay.url, "anika", "Editor");
      await openTasks(anika);
      const { page } = meera;
      await openVersion(meera, anika, { taskTitle: "Rain on the lens", file: await large(10 * megabyte) });
      await expectOffered(page, "Data saver", atLowPriority);
      await expectDrawnFrame(page, 0);
      await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 1);

      const network = await page.context().newCDPSession(page);
      const conditions = { offline: false, latency: 0, uploadThroughput: -1 };
      await network.send("Network.emulateNetworkConditions", { ...conditions, downloadThroughput: 100_000 });
      await page.reload();
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.getByRole("button", { name: "Use data saver" }).press("Enter");
      await expect(page.getByRole("button", { name: "Watch in full quality" })).toBeFocused();
      await network.send("Network.emulateNetworkConditions", { ...conditions, downloadThroughput: -1 });
      await expect(page.locator("video")).toHaveAttribute("src", /\/rendition\/light\.mp4$/);
      await expect(page.getByText("Data saver is on")).toBeVisible();

      const requests: string[] = [];
      page.on("request", (request) => requests.push(new URL(request.url()).pathname));
      await page.reload();
      await expectChosen(page, "Data saver");
      await expectDrawnFrame(page, 0);
      const [light, scripts] = [/light\.mp4$/, /^\/assets\/.*\.js$/].map((pattern) =>
        requests.findIndex((path) => pattern.test(path)),
      );
      expect(light, "The early video is the light rendition.").toBeLessThan(scripts ?? 0);
      for (let frame = 1; frame <= 40; frame += 1) await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 40);
      await choosePlayerSetting(page, "Full quality");
      await expect(page.locator("video")).toHaveAttribute("src", /\/original\//);
      await expectDrawnFrame(page, 40);
    },
  );

  test(
    "as the same frames although only the original starts late",
    { tag: "@sweep" },
    async ({ browser, reelay }) => {
      const meera = await signUp(browser, reelay.url, "meera-late", "Youtuber");
      const anika = await signUp(browser, reelay.url, "anika-late", "Editor");
      await openTasks(anika);
      const { page } = meera;
      const file = await clip("sound-shortly-first");
      await openVersion(meera, anika, { taskTitle: "Voice before the picture", file });
      await expectOffered(page, "Data saver", atLowPriority);
      await expectDrawnFrame(page, 0);
      for (let frame = 1; frame <= 40; frame += 1) await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 40);
      for (const { choice, source } of [
        { choice: "Data saver", source: /\/rendition\/light\.mp4$/ },
        { choice: "Full quality", source: /\/original\// },
      ]) {
        await choosePlayerSetting(page, choice);
        await expect(page.locator("video")).toHaveAttribute("src", source);
        await expectDrawnFrame(page, 40);
      }
    },
  );
});

test("a preview shows what happened while its scripts were loading", async ({ browser, reelay }) => {
  const meera = await signUp(browser, reelay.url, "meera-waits", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika-waits", "Editor");
  const id = await createTaskByCall(meera, { taskTitle: "Last train home", assignedTo: anika.name });
  const { page } = meera;
  const held = Promise.withResolvers<undefined>();
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Failed to fetch video preview url")) await held.promise;
    await route.fulfill({ response });
  });
  await page.goto(previewPath(id), { waitUntil: "commit" });
  const cancelled = await page.request.post(`/api/v1/task/cancel-task/${id}`);
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  held.resolve(undefined);
  await expect(page.getByText("This task was cancelled")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
});

test(
  "a video plays on when the scripts of its page arrive late",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera-plays", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika-plays", "Editor");
    await openTasks(anika);
    await openVersion(meera, anika, { taskTitle: "Night bus", file: await clip("h264-60s") });
    const { page } = meera;
    const held = Promise.withResolvers<undefined>();
    await page.route("**/assets/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("button", { name: "Play" }).click();
    const isPlaying = () =>
      page.locator("video").evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0);
    await expect.poll(isPlaying).toBe(true);
    held.resolve(undefined);
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    expect(await isPlaying()).toBe(true);
    await page.unrouteAll({ behavior: "wait" });
  },
);

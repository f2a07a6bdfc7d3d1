import { expect, type Page } from "@playwright/test";

import { padded } from "#testing/clips.ts";

import { card, chooseVideo, createTaskByCall, openTasks, signUp } from "./support/people.ts";
import { percentIn } from "./support/progress.ts";
import { test } from "./support/test.ts";

const megabyte = 1024 * 1024;

test("an upload continues on other screens, where it is paused, resumed and cancelled", async ({
  browser,
  reelay,
}) => {
  const file = await padded(40 * megabyte);
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  const taskTitle = "Salt road, part three";
  await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
  await openTasks(meera);
  await openTasks(anika);
  const { page } = anika;
  const line = await openSlowLine(page);
  const bar = page.getByRole("region", { name: "Uploads" });
  const main = page.getByRole("navigation", { name: "Main" });

  await test.step("it continues when the dialog is closed and another screen is opened", async () => {
    const dialog = await chooseVideo(anika, taskTitle, file);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect.poll(() => percentIn(dialog)).toBeGreaterThan(1);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await main.getByRole("link", { name: "Messages" }).click();
    await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
    const before = await percentIn(bar);
    await expect.poll(() => percentIn(bar)).toBeGreaterThan(before);
    await expect(card(meera, taskTitle).getByText(/^uploading, \d+%$/)).toBeVisible();
  });

  await test.step("it is paused and resumed from there", async () => {
    await bar.getByRole("button", { name: "Pause upload" }).click();
    await expect(bar.getByText("paused")).toBeVisible();
    const before = await percentIn(bar);
    await bar.getByRole("button", { name: "Resume upload" }).click();
    await expect.poll(() => percentIn(bar)).toBeGreaterThan(before);
  });

  await test.step("cancelled, it leaves nothing", async () => {
    await bar.getByRole("button", { name: "Cancel upload" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel upload" }).click();
    await expect(bar).toBeHidden();
    await main.getByRole("link", { name: "Tasks" }).click();
    await expect(card(anika, taskTitle).getByRole("button", { name: "Upload video" })).toBeVisible();
    await expect(card(meera, taskTitle).getByText(/uploading|paused/)).toBeHidden();
  });

  await test.step("the next one is complete on another screen", async () => {
    await line.open();
    const dialog = await chooseVideo(anika, taskTitle, file);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await page.keyboard.press("Escape");
    await main.getByRole("link", { name: "Notifications" }).click();
    await expect(card(meera, taskTitle).getByRole("link", { name: "Preview" })).toBeVisible();
    await expect(bar).toBeHidden();
  });
});

async function openSlowLine(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limit(2 * megabyte);
  return { open: () => limit(-1) };
}

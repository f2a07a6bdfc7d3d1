import { expect } from "@playwright/test";

import { settingsPath, taskUpdatePath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { signUp } from "./support/people.ts";
import { approvedTask } from "./support/publishing.ts";
import { test } from "./support/test.ts";

test("a Vimeo account is connected after a refusal, and receives a video", async ({ browser, reelay }) => {
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const { page } = creator;
  const section = page.getByRole("region", { name: "Destinations" });
  await page.goto(settingsPath("YOUTUBER"));

  await test.step("a refused consent changes nothing, nor does one without a permission", async () => {
    await section.getByRole("button", { name: "Connect Vimeo" }).click();
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByText(/You didn't give access to your channel/)).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("checkbox", { name: "upload" }).uncheck();
    await page.getByRole("button", { name: /^Allow as Mira/ }).click();
    await expect(page.getByText(/leave every box checked/)).toBeVisible();
  });

  await test.step("it is connected and works", async () => {
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: /^Allow as Mira/ }).click();
    await expect(page.getByText(/^Mira .* is connected$/)).toBeVisible();
    await expect(section.getByRole("listitem").getByText("Vimeo", { exact: true })).toBeVisible();
    await section.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText("The connection works")).toBeVisible();
  });

  const taskId = await approvedTask(
    { creator, editor },
    { video: await clip("h264"), thumbnail: await thumbnailFile() },
  );
  await page.goto(taskUpdatePath(taskId));
  await page.getByRole("button", { name: "Save Task" }).click();
  await expect(page.getByRole("heading", { name: "Publish on Vimeo" })).toBeVisible();
  await page.getByRole("button", { name: "Start upload" }).click();
  await expect(page.getByText("Your video is published on Mira Solvane.")).toBeVisible();
  await expect(page.getByText(/It replaces Vimeo on this machine/)).toBeVisible();
  const [watchPage] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: /^Watch/ }).click(),
  ]);
  await expect(watchPage.getByRole("heading", { name: "The salt road" })).toBeVisible();
});

import { expect, type Locator } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { card, createTask, openTasks, signUp } from "./support/people.ts";
import { uploadByCall } from "./support/publishing.ts";
import { test } from "./support/test.ts";

/** The clicks that a creator needs from the Tasks screen to the start of a publication. */
test("publishing starts after seven clicks with a new channel, and after three with a connected one", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const { page } = creator;
  await openTasks(creator);
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const begin = async (taskTitle: string) => {
    const brief = { workDescription: "Cut it.", title: taskTitle, description: "Salt.", tags: [] };
    const thumbnail = await thumbnailFile();
    const form = { ...brief, taskTitle, madeForKids: false, thumbnail };
    const taskId = await createTask(creator, editor.name, form);
    await uploadByCall({ creator, editor }, { taskId, file: await clip("h264") });
    clicks = 0;
    await click(card(creator, taskTitle).getByRole("link", { name: "Preview", exact: true }));
  };
  const start = async () => {
    await click(page.getByRole("button", { name: "Start upload" }));
    await expect(page).toHaveURL(/check-progress/);
  };
  await test.step("with a new channel", async () => {
    await begin("Salt road");
    await click(page.getByRole("button", { name: "Approve", exact: true }));
    await click(page.getByRole("button", { name: "Save Task" }));
    await click(page.locator("button.choice").first());
    await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
    await click(page.locator("button.choice").first());
    await click(page.getByRole("button", { name: "Allow" }));
    await start();
    expect(clicks).toBe(7);
  });
  await openTasks(creator);
  await test.step("with a connected channel", async () => {
    await begin("Ferry");
    await click(page.getByRole("button", { name: "Approve and publish" }));
    await start();
    expect(clicks).toBe(3);
  });
});

import { expect, type Locator } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { approveVersion } from "./support/decisions.ts";
import { thumbnailFile } from "./support/files.ts";
import { card, createTask, openTasks, signUp } from "./support/people.ts";
import { uploadByCall } from "./support/publishing.ts";
import { test } from "./support/test.ts";

/** The clicks that a creator needs from the notification of a version to the start of its publication. */
test(
  "publishing starts after eight clicks with a new channel, and after five with a connected one",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    const { page } = creator;
    await openTasks(creator);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const publish = async (taskTitle: string, consent: () => Promise<void>) => {
      clicks = 0;
      const brief = { workDescription: "Cut it.", title: taskTitle, description: "Salt.", tags: [] };
      const thumbnail = await thumbnailFile();
      const taskId = await createTask(creator, editor.name, {
        ...brief,
        taskTitle,
        madeForKids: false,
        thumbnail,
      });
      await uploadByCall({ creator, editor }, { taskId, file: await clip("h264") });
      await click(card(creator, taskTitle).getByRole("link", { name: "Preview", exact: true }));
      await approveVersion(page);
      clicks += 2;
      await click(page.getByRole("button", { name: "Save Task" }));
      await consent();
      await click(page.getByRole("button", { name: "Start upload" }));
      await expect(page).toHaveURL(/check-progress/);
      return clicks;
    };
    const asked = async () => {
      await click(page.locator("button.choice").first());
      await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
      await click(page.locator("button.choice").first());
      await click(page.getByRole("button", { name: "Allow" }));
    };
    await test.step("with a new channel", async () => {
      expect(await publish("Salt road", asked)).toBe(8);
    });
    await openTasks(creator);
    await test.step("with a connected channel", async () => {
      expect(await publish("Ferry", () => Promise.resolve())).toBe(5);
    });
  },
);

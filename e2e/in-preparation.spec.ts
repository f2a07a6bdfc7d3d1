import { expect } from "@playwright/test";

import { card, createTaskByCall, openTasks, signUp } from "./support/people.ts";
import { installReelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

test("an editor is asked for no upload while one is being prepared, but again after it was refused", async ({
  browser,
}) => {
  // Without a worker, the video stays in preparation.
  const settings = { ROLE: "web" };
  const reelay = await installReelay(settings);
  try {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    const taskId = await createTaskByCall(meera, { taskTitle: "Salt road", assignedTo: anika.name });
    await createTaskByCall(meera, { taskTitle: "Night ferry", assignedTo: anika.name });
    await openTasks(anika);
    const { page } = anika;
    const upload = card(anika, "Salt road").getByRole("button", { name: "Upload video" });
    await expect(page.getByText("2 tasks are waiting for your upload. Next:")).toBeVisible();

    await test.step("being prepared", async () => {
      await upload.click();
      const dialog = page.getByRole("dialog", { name: "Upload video" });
      const pretended = { name: "pretended.mp4", mimeType: "video/mp4", buffer: Buffer.from("Cut here.") };
      await dialog.locator('input[type="file"]').setInputFiles(pretended);
      await dialog.getByRole("button", { name: "Upload", exact: true }).click();
      await expect(page.getByText("Video uploaded successfully!")).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(card(anika, "Salt road").getByRole("status")).toContainText("is being prepared");
      await expect(upload).toBeHidden();
      await expect(page.getByText("1 task is waiting for your upload. Next:")).toBeVisible();
      await page.goto(`/video-preview/${taskId}`);
      await expect(page.getByRole("heading", { name: "Salt road" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Upload video" })).toBeHidden();
      await page.goBack();
    });

    await test.step("refused", async () => {
      settings.ROLE = "all";
      await reelay.kill();
      await reelay.start();
      await expect(card(anika, "Salt road").getByRole("status")).toContainText("can't be used");
      await expect(upload).toBeVisible();
      await expect(page.getByText("2 tasks are waiting for your upload. Next:")).toBeVisible();
    });
  } finally {
    await reelay.remove();
  }
});

import { expect } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { press, reach } from "./support/keyboard.ts";
import { card, openTasks, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";

const taskTitle = "Lighthouse at dusk";

/** One task from brief to approval without a mouse: Tab reaches every control and the focus is visible. */
test.describe("by keyboard only", () => {
  test(
    "a task is created, uploaded, watched and approved",
    { tag: "@sweep" },
    async ({ browser, reelay }) => {
      const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
      const anika = await signUp(browser, reelay.url, "anika", "Editor");
      await openTasks(meera);
      await openTasks(anika);

      await test.step("the creator fills in the sheet and the focus returns", async () => {
        await createTask(meera, anika);
      });
      await test.step("the editor uploads and the focus stays on the card", async () => {
        await upload(anika, await clip("h264"));
      });
      await test.step("the creator plays the version and approves it", async () => {
        await approve(meera);
      });
    },
  );
});

async function createTask({ page }: TestUser, editor: TestUser): Promise<void> {
  const { keyboard } = page;
  const opener = page.getByRole("button", { name: "Create Task" }).first();
  await press(page, opener);
  const sheet = page.getByRole("dialog", { name: "Create Task" });
  await reach(page, sheet.getByLabel("Task title"));
  await keyboard.type(taskTitle);
  await reach(page, sheet.getByLabel("Work description"));
  await keyboard.type("Wait for the lamp.");
  await reach(page, sheet.getByLabel("Deadline"));
  await keyboard.type("05172031");
  await reach(page, sheet.getByRole("combobox", { name: "Editor" }));
  await keyboard.type(editor.name);
  await expect(sheet.getByRole("option", { name: editor.name })).toBeVisible();
  await keyboard.press("Enter");
  await press(page, sheet.getByRole("button", { name: "Save" }));
  await expect(sheet).toBeHidden();
  // The empty list and its button are no longer shown.
  await expect(page.getByRole("main")).toBeFocused();
}

async function upload(editor: TestUser, file: string): Promise<void> {
  const { page } = editor;
  await press(page, card(editor, taskTitle).getByRole("button", { name: "Upload video" }));
  const dialog = page.getByRole("dialog", { name: "Upload video" });
  const choosing = page.waitForEvent("filechooser");
  await press(page, dialog.getByRole("button", { name: "Browse Files" }));
  await (await choosing).setFiles(file);
  await press(page, dialog.getByRole("button", { name: "Upload", exact: true }));
  await expect(dialog).toBeHidden();
  await expect(card(editor, taskTitle).getByRole("link", { name: "Preview" })).toBeVisible();
  await expect(card(editor, taskTitle).locator(":focus")).toBeVisible();
}

async function approve(creator: TestUser): Promise<void> {
  const { page } = creator;
  await press(page, card(creator, taskTitle).getByRole("link", { name: "Preview" }));
  const video = page.locator("video");
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1);
  await page.keyboard.press("l");
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
  // The focus is on the content of the page, which follows its header.
  await press(page, page.getByRole("button", { name: "Approve" }), "Shift+Tab");
  await expect(page.getByRole("heading", { name: "YouTube Video Details" })).toBeVisible();
  await reach(page, page.getByRole("textbox", { name: /^Title/ }));
}

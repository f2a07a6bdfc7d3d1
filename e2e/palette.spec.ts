import { expect, type Page } from "@playwright/test";

import { card, createTaskByCall, signUp, type Someone } from "./support/people.ts";
import { test } from "./support/test.ts";

test.describe("the command palette", () => {
  let creator: Someone;
  let editor: Someone;
  let taskId: number;
  test.beforeAll(async ({ browser, reelay }) => {
    creator = await signUp(browser, reelay.url, "noor", "Youtuber");
    editor = await signUp(browser, reelay.url, "ziggy", "Editor");
    taskId = await createTaskByCall(creator, { taskTitle: "Ferry", assignedTo: editor.name });
    // Newer users without a shared task come after those with one.
    await signUp(browser, reelay.url, "ziggurat", "Editor");
  });

  test("opens on every work screen", async () => {
    const { page } = creator;
    const screens = [
      "/y/tasks",
      `/y/profile/${creator.name}`,
      "/y/notifications",
      "/y/settings",
      `/video-preview/${taskId}`,
      `/task-update/${taskId}`,
      `/check-progress/${taskId}`,
    ];
    for (const screen of screens) {
      await page.goto(screen);
      await expect(page.getByRole("main")).toBeVisible();
      await expect(async () => {
        await page.keyboard.press("Control+j");
        await expect(palette(page)).toBeVisible({ timeout: 2000 });
      }, screen).toPass();
      await page.keyboard.press("Escape");
      await expect(palette(page)).toBeHidden();
    }
  });

  test("lists people of the user's tasks first, also for a query", async () => {
    const { page } = creator;
    await page.goto("/y/tasks");
    await open(page);
    await expect(palette(page).getByText("People you work with")).toBeVisible();
    await expect(palette(page).getByRole("option").first()).toContainText(editor.name);
    await page.keyboard.insertText("zigg");
    await expect(palette(page).getByRole("option")).toHaveCount(2);
    await expect(palette(page).getByRole("option").first()).toContainText(editor.name);
    await page.keyboard.press("Escape");
  });

  test("runs commands", async () => {
    const { page } = creator;
    await run(page, "go set");
    await expect(page).toHaveURL(/\/y\/settings$/);
    await run(page, "create");
    await expect(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
    await page.keyboard.press("Escape");
    await run(page, "dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await run(page, "tasks");
    await expect(card(creator, "Ferry")).toBeVisible();
    await run(page, "log");
    await page.getByRole("alertdialog").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
  });

  test("offers an editor no new task", async () => {
    const { page } = editor;
    await page.goto("/c/tasks");
    await open(page);
    await expect(palette(page).getByRole("option", { name: "Go to tasks" })).toBeVisible();
    await expect(palette(page).getByRole("option", { name: "Create task" })).toBeHidden();
  });
});

function palette(page: Page) {
  return page.getByRole("dialog", { name: "Search" });
}

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Search" }).filter({ visible: true }).click();
  await expect(palette(page).getByPlaceholder("Type a command or search...")).toBeFocused();
}

/** Types a part of a command and presses Enter. */
async function run(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+j");
  await expect(palette(page).getByPlaceholder("Type a command or search...")).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
}

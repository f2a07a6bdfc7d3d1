import { expect } from "@playwright/test";

import { createTaskByCall, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

test("notifications are read by resting on them, by key and all at once, and open their task", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const { page } = editor;
  const ids = new Map<string, number>();
  for (const taskTitle of ["Tea", "Ferry", "Harbour", "Lagoon", "Market"]) {
    ids.set(taskTitle, await createTaskByCall(creator, { taskTitle, assignedTo: editor.name }));
  }
  await page.goto("/c/notifications");
  await expect(page).toHaveTitle("(5) Notifications · Reelay");
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  const markAsRead = (taskTitle: string) =>
    page.getByRole("checkbox", { name: `Mark as read: New task: ${taskTitle}` });
  const link = (taskTitle: string) => page.getByRole("link", { name: `New task: ${taskTitle}` });

  await test.step("by key", async () => {
    await link("Market").focus();
    await page.keyboard.press("j");
    await expect(link("Lagoon")).toBeFocused();
    await page.keyboard.press("r");
    await expect(markAsRead("Lagoon")).toHaveCount(0);
    await expect(page).toHaveTitle(/^\([34]\) /);
  });

  await test.step("by its checkbox, which passes the focus on", async () => {
    await markAsRead("Tea").focus();
    await page.keyboard.press("Space");
    await expect(link("Tea")).toBeFocused();
    await expect(markAsRead("Tea")).toHaveCount(0);
  });

  await test.step("by resting on it; in the list of unread ones it stays", async () => {
    await page.getByRole("tab", { name: /Unread/ }).click();
    await expect(link("Lagoon")).toHaveCount(0);
    await link("Harbour").hover();
    await expect(markAsRead("Harbour")).toHaveCount(0);
    await expect(link("Harbour")).toBeVisible();
  });

  await test.step("a link opens the task", async () => {
    await link("Ferry").click();
    await expect(page).toHaveURL(`${reelay.url}/c/tasks?task=${ids.get("Ferry")}`);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("article", { name: "Ferry" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("article")).toHaveCount(5);
  });

  await test.step("all at once", async () => {
    await createTaskByCall(creator, { taskTitle: "Night", assignedTo: editor.name });
    await page.goto("/c/notifications?show=unread");
    await expect(link("Night")).toBeVisible();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByRole("checkbox", { name: /Mark as read/ })).toHaveCount(0);
    await expect(page).toHaveTitle("Notifications · Reelay");
    await page.getByRole("tab", { name: "All" }).click();
    await page.getByRole("tab", { name: /Unread/ }).click();
    await expect(page.getByText("You have no unread notifications.")).toBeVisible();
  });
});

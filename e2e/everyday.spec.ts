import { expect, type Locator } from "@playwright/test";

import { card, createTaskByCall, openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

const cause = "Can't reach the server. Check your connection and try again.";

test.describe("the login page", () => {
  test("shows the fallback message and its cause without a connection, until the next action", async ({
    browser,
    reelay,
  }) => {
    const page = await (await browser.newContext({ baseURL: reelay.url })).newPage();
    await page.goto("/");
    await page.getByRole("link", { name: "Log in" }).click();
    await page.route("**/api/v1/**", (route) => route.abort());
    await page.getByLabel("Email").fill("meera@example.com");
    await page.getByLabel("Password", { exact: true }).fill("cuts on the beat");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    const failed = page.getByText("Failed to authenticate. Please try again.");
    await expect(failed).toBeVisible();
    await expect(page.getByText(cause)).toBeVisible();
    await page.getByRole("button", { name: "Forgot your password" }).click();
    await expect(page.getByText("Failed to send OTP. Please try again.")).toBeVisible();
    await expect(failed).toBeHidden();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    const window = page.getByText("Failed to open OAuth window. Please try again.");
    await expect(window).toBeVisible();
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(failed).toBeVisible();
    await expect(window).toBeHidden();
    await page.getByLabel("Email").fill("meera@example.org");
    await expect(failed).toBeHidden();
  });

  test("says that the session has expired", async ({ browser, reelay }) => {
    const { page, context } = await signUp(browser, reelay.url, "meera", "Youtuber");
    const expired = page.getByText("Your session has expired. Log in to continue.");
    await context.clearCookies();
    await page.goto("/y/tasks");
    await expect(expired).toBeVisible();
    await page.goto("/y/tasks");
    await expect(expired).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL: reelay.url })).newPage();
    await visitor.goto("/y/tasks");
    await expect(visitor.getByRole("heading", { name: "Login" })).toBeVisible();
    await expect(visitor.getByText("Your session has expired.")).toBeHidden();
  });
});

test("the last task list is shown before the server answers, and is removed at logout", async ({
  browser,
  reelay,
}) => {
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const { page } = creator;
  await createTaskByCall(creator, { taskTitle: "Harbour at dawn", assignedTo: editor.name });
  await openTasks(creator);
  await expect(card(creator, "Harbour at dawn")).toBeVisible();
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("task-storage") ?? "{}").state.tasks);
  const titles = async () => (await stored()).map((task: { taskTitle: string }) => task.taskTitle);
  await expect.poll(titles).toEqual(["Harbour at dawn"]);
  await createTaskByCall(creator, { taskTitle: "Lagoon at low tide", assignedTo: editor.name });
  await expect.poll(titles).toEqual(["Lagoon at low tide", "Harbour at dawn"]);

  const isMobile = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem("mobile-view-storage") ?? "{}").state.isMobile);
  expect(await isMobile()).toBe(false);
  await page.setViewportSize({ width: 1099, height: 800 });
  await expect.poll(isMobile).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.route("**/api/v1/**", (route) => route.abort());
  await page.reload();
  await expect(card(creator, "Harbour at dawn")).toBeVisible();
  await expect(card(creator, "Lagoon at low tide")).toBeVisible();
  await expect(page.getByText("Failed to fetch user's Tasks").first()).toBeVisible({ timeout: 30_000 });
  await page.unroute("**/api/v1/**");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("Failed to fetch user's Tasks")).toBeHidden();

  // Like a response that arrives after the logout, while the start page is loading.
  await page.evaluate(`addEventListener("beforeunload", () => localStorage.setItem("task-storage", "{}"))`);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(`${reelay.url}/`);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key.includes("storage"))).toEqual([]);
});

test("the first task and the settings are one step away", async ({ browser, reelay }) => {
  const { page } = await signUp(browser, reelay.url, "meera", "Youtuber");
  await page.goto("/");
  await page.getByRole("link", { name: "Create your first task" }).click();
  await expect(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
  for (const path of ["/y/tasks", "/y/notifications", "/video-preview/1", "/check-progress/1"]) {
    await page.goto(path);
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  }
  await page.goto("/video-preview/1");
  await expect(page.getByRole("alert")).toContainText("Error loading video preview");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.goto("/privacy");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("button", { name: "Download my data" })).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`toasts cover no title, tabs or search at ${width} pixels`, async ({ browser, reelay }) => {
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    const { page } = editor;
    await page.setViewportSize({ width, height: 844 });
    await openTasks(editor);
    await createTaskByCall(creator, { taskTitle: "Harbour at dawn", assignedTo: editor.name });
    await expect(card(editor, "Harbour at dawn")).toBeVisible();
    await createTaskByCall(creator, { taskTitle: "Lagoon at low tide", assignedTo: editor.name });
    const toast = page.locator("[data-sonner-toast]").first();
    await expect(toast).toBeVisible();
    const clear = [
      page.getByRole("heading", { level: 1 }),
      page.getByRole("tablist"),
      page.getByRole("searchbox"),
    ];
    await expect.poll(() => covered(toast, clear)).toEqual([]);
  });
}

/** The elements that overlap the toast. */
async function covered(toast: Locator, elements: readonly Locator[]): Promise<string[]> {
  const area = await toast.boundingBox();
  const found: string[] = [];
  for (const element of elements) {
    const box = await element.boundingBox();
    if (!area || !box) return ["not shown"];
    const apart =
      box.y + box.height <= area.y ||
      box.y >= area.y + area.height ||
      box.x + box.width <= area.x ||
      box.x >= area.x + area.width;
    if (!apart) found.push(await element.innerText().catch(() => "search"));
  }
  return found;
}

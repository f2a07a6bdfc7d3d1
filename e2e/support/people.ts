import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Somebody at their own browser. */
export interface Someone {
  name: string;
  page: Page;
  context: BrowserContext;
}

/** Opens a browser of their own and signs up through the screen; the e-mail's local part becomes the name. */
export async function signUp(
  browser: Browser,
  url: string,
  name: string,
  role: "Youtuber" | "Editor",
): Promise<Someone> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByRole("radio", { name: role }).check({ force: true });
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(`${name} cuts on the beat`);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${role === "Youtuber" ? "y" : "c"}/profile/${name}$`));
  return { name, page, context };
}

export async function openTasks({ page }: Someone): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" }).click();
  await expect(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
}

/** One task's card on somebody's Tasks screen. */
export function card({ page }: Someone, taskTitle: string) {
  return page.getByRole("article", { name: taskTitle });
}

export interface Brief {
  taskTitle: string;
  workDescription: string;
  title: string;
  description: string;
  tags: readonly string[];
  madeForKids: boolean;
  thumbnail?: string;
}

/** The creator fills in the "Create Task" sheet and saves it. */
export async function createTask(creator: Someone, editorName: string, brief: Brief): Promise<void> {
  const { page } = creator;
  await page.getByRole("button", { name: "Create Task" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Create Task" });
  await sheet.getByLabel("Task title").fill(brief.taskTitle);
  await sheet.getByLabel("Work description").fill(brief.workDescription);
  await sheet.getByLabel("Deadline").fill("2031-05-17");
  await sheet.getByRole("combobox", { name: "Editor" }).fill(editorName);
  await sheet.getByRole("option", { name: editorName }).click();
  await sheet.getByLabel("Title", { exact: false }).and(sheet.locator("[name=title]")).fill(brief.title);
  await sheet.locator("[name=description]").fill(brief.description);
  for (const tag of brief.tags) {
    await sheet.getByLabel("Tags").fill(tag);
    await sheet.getByLabel("Tags").press("Enter");
  }
  if (brief.madeForKids) await sheet.getByRole("switch", { name: "For Kids" }).check({ force: true });
  if (brief.thumbnail) await sheet.locator("input[type=file]").last().setInputFiles(brief.thumbnail);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Task saved successfully!")).toBeVisible();
  await expect(card(creator, brief.taskTitle)).toBeVisible();
}

/** The editor opens the upload dialog of a task and chooses a file. */
export async function chooseVideo(editor: Someone, taskTitle: string, file: string) {
  await card(editor, taskTitle).getByRole("button", { name: /upload/i }).click();
  const dialog = editor.page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles(file);
  return dialog;
}

export async function uploadVideo(editor: Someone, taskTitle: string, file: string): Promise<void> {
  const dialog = await chooseVideo(editor, taskTitle, file);
  await dialog.getByRole("button", { name: /^upload/i }).click();
  await expect(editor.page.getByText("Video uploaded successfully!")).toBeVisible({ timeout: 60_000 });
}

/** The creator's consent on the platform's own pages. */
export async function giveConsent({ page }: Someone): Promise<void> {
  await page.getByRole("button").first().click();
  await page.getByRole("button", { name: /allow/i }).click();
}

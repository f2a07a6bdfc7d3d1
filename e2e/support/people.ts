import { basename } from "node:path";

import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { z } from "zod";

/** Somebody at their own browser. */
export interface Someone {
  name: string;
  page: Page;
  context: BrowserContext;
}

/** Opens a browser of their own and signs up through the screen; the email's local part becomes the name. */
export async function signUp(
  browser: Browser,
  url: string,
  name: string,
  role: "Youtuber" | "Editor",
): Promise<Someone> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByRole("radio", { name: role }).check();
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
  /** Paths of reference files. */
  references?: readonly string[];
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
  await sheet.getByRole("textbox", { name: /^Title/ }).fill(brief.title);
  await sheet.getByRole("textbox", { name: /^Description/ }).fill(brief.description);
  const tags = sheet.getByRole("textbox", { name: /^Tags/ });
  for (const [index, tag] of brief.tags.entries()) {
    await tags.fill(tag);
    // The last one is left as it is typed: saving takes it too.
    if (index < brief.tags.length - 1) await tags.press("Enter");
  }
  if (brief.madeForKids) await sheet.getByRole("switch", { name: "For Kids" }).check();
  if (brief.references)
    await sheet
      .locator('input[type="file"]')
      .first()
      .setInputFiles([...brief.references]);
  if (brief.thumbnail) await sheet.locator('input[type="file"]').last().setInputFiles(brief.thumbnail);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Task saved successfully!")).toBeVisible();
  await expect(card(creator, brief.taskTitle)).toBeVisible();
}

/** The same by the specified call, where the screen is not what is told about; answers the task's id. */
export async function createTaskByCall(
  creator: Someone,
  brief: { taskTitle: string; assignedTo: string; deadline?: string },
): Promise<number> {
  const { taskTitle, assignedTo, deadline = "2031-05-17" } = brief;
  const answer = await creator.context.request.post("/api/v1/task/create-task", {
    multipart: { taskTitle, workDescription: `Cut ${taskTitle}.`, deadline, assignedTo },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return z.object({ data: z.object({ id: z.number() }) }).parse(await answer.json()).data.id;
}

/** The editor opens a task's upload dialog and chooses a file. */
export async function chooseVideo(editor: Someone, taskTitle: string, file: string) {
  await card(editor, taskTitle).getByRole("button", { name: "Upload video" }).click();
  const dialog = editor.page.getByRole("dialog", { name: "Upload video" });
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await expect(dialog.getByText(basename(file))).toBeVisible();
  return dialog;
}

export async function uploadVideo(editor: Someone, taskTitle: string, file: string): Promise<void> {
  const dialog = await chooseVideo(editor, taskTitle, file);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(editor.page.getByText("Video uploaded successfully!").last()).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** The creator gives consent on the platform's own pages and comes back. */
export async function giveConsent({ page }: Someone): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  await page.locator("button.choice").first().click();
  const allow = page.getByRole("button", { name: "Allow" });
  const channels = page.getByRole("heading", { name: "Choose a channel" });
  await expect(allow.or(channels)).toBeVisible();
  if (await channels.isVisible()) await page.locator("button.choice").first().click();
  await allow.click();
}

/** From the approved version to the running delivery: details, consent where it is asked, the last look, start. */
export async function startPublishing(creator: Someone, consent: "asks" | "remembered"): Promise<void> {
  const { page } = creator;
  await expect(page.getByRole("heading", { name: "YouTube Video Details" })).toBeVisible();
  await page.getByRole("button", { name: "Save Task" }).click();
  if (consent === "asks") await giveConsent(creator);
  await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
  await page.getByRole("button", { name: "Start upload" }).click();
  await expect(page).toHaveURL(/check-progress/);
}

import { randomBytes } from "node:crypto";
import { basename } from "node:path";

import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, request } from "@playwright/test";
import { z } from "zod";

import { codeMailedTo } from "./mailbox.ts";

/** A user with a browser context of their own. */
export interface TestUser {
  name: string;
  email: string;
  password: string;
  /** The first part of the paths of their screens. */
  home: "/y" | "/c";
  page: Page;
  context: BrowserContext;
}

const createdTask = z.object({ data: z.object({ id: z.number() }) });

type HasPage = Pick<TestUser, "page">;

const account = z.object({ data: z.looseObject({ socketToken: z.string() }) });

/**
 * Creates a user by the API, with an empty page in a new browser context that is logged in. Test files share servers, so a
 * suffix makes the name unique. The sign-up form itself is tested in profile-and-search.spec.ts.
 */
export async function signUp(
  browser: Browser,
  url: string,
  firstName: string,
  role: "Youtuber" | "Editor",
  settings: { timezoneId?: string } = {},
): Promise<TestUser> {
  const name = firstName + randomBytes(4).toString("hex");
  const email = `${name}@example.com`;
  const password = `${firstName} cuts on the beat`;
  const api = await request.newContext({ baseURL: url });
  const response = await api.post("/api/v1/user/signup", {
    data: { email, password, role: role.toUpperCase() },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { socketToken, ...user } = account.parse(await response.json()).data;
  const { cookies } = await api.storageState();
  await api.dispose();
  const context = await browser.newContext({
    ...settings,
    baseURL: url,
    storageState: { cookies, origins: [] },
  });
  await context.addInitScript(logInOnce, {
    user: JSON.stringify({ state: { user }, version: 0 }),
    socketToken,
  });
  const home = role === "Youtuber" ? "/y" : "/c";
  return { name, email, password, home, page: await context.newPage(), context };
}

/**
 * Stores the login before the first page's own scripts run. Playwright's `storageState` would open a page of its own for
 * that in each context.
 */
function logInOnce({ user, socketToken }: { user: string; socketToken: string }): void {
  if (localStorage.getItem("e2e-logged-in")) return;
  localStorage.setItem("e2e-logged-in", "yes");
  localStorage.setItem("user-storage", user);
  localStorage.setItem("socketToken", socketToken);
}

export async function openProfile({ page, home, name }: TestUser): Promise<void> {
  await page.goto(`${home}/profile/${name}`);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

/** Opens Tasks: by its address on an empty page, otherwise with the link of the menu or of a preview. */
export async function openTasks({ page, home }: Pick<TestUser, "page" | "home">): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  if (page.url() === "about:blank") await page.goto(`${home}/tasks`);
  else
    await menu
      .getByRole("link", { name: "Tasks" })
      .or(page.getByRole("link", { name: "Tasks /" }))
      .click();
  await expect(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
}

/** The card of a task on a user's Tasks screen. */
export function card({ page }: HasPage, taskTitle: string) {
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

/** The creator fills in the "Create Task" sheet and saves it. Returns the ID of the task. */
export async function createTask(creator: HasPage, editorName: string, brief: Brief): Promise<number> {
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
    // The last tag stays in the input: saving adds it too.
    if (index < brief.tags.length - 1) await tags.press("Enter");
  }
  if (brief.madeForKids) await sheet.getByRole("switch", { name: "For Kids" }).check();
  if (brief.references)
    await sheet
      .locator('input[type="file"]')
      .first()
      .setInputFiles([...brief.references]);
  if (brief.thumbnail) await sheet.locator('input[type="file"]').last().setInputFiles(brief.thumbnail);
  const saving = page.waitForResponse((response) => response.url().endsWith("/task/create-task"));
  await sheet.getByRole("button", { name: "Save" }).click();
  const { id } = createdTask.parse(await (await saving).json()).data;
  await expect(page.getByText("Task saved successfully!")).toBeVisible();
  await expect(card(creator, brief.taskTitle)).toBeVisible();
  return id;
}

/** Creates a task through the API; returns its id. */
export async function createTaskByCall(
  creator: TestUser,
  brief: { taskTitle: string; assignedTo: string; deadline?: string },
): Promise<number> {
  const { taskTitle, assignedTo, deadline = "2031-05-17" } = brief;
  const response = await creator.context.request.post("/api/v1/task/create-task", {
    multipart: { taskTitle, workDescription: `Cut ${taskTitle}.`, deadline, assignedTo },
  });
  expect(response.status(), await response.text()).toBe(200);
  return createdTask.parse(await response.json()).data.id;
}

/** Confirms the address of a user, who receives notification emails from then on. */
export async function confirmEmailByCall(person: TestUser, sandboxUrl: string): Promise<void> {
  const { request } = person.context;
  expect((await request.post("/api/v1/user/send-email-code")).status()).toBe(200);
  const data = { otp: await codeMailedTo(sandboxUrl, person.email) };
  expect((await request.post("/api/v1/user/confirm-email", { data })).status()).toBe(200);
}

/** The button on an editor's card: before the upload, while it runs, and when it is unfinished. */
export const uploadButton = /^(Upload video|uploading, \d+%|\d+%, resume)$/;

/** The editor opens a task's upload dialog and chooses a file. */
export async function chooseVideo(editor: HasPage, taskTitle: string, file: string) {
  await card(editor, taskTitle).getByRole("button", { name: uploadButton }).click();
  const dialog = editor.page.getByRole("dialog", { name: "Upload video" });
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await expect(dialog.getByText(basename(file))).toBeVisible();
  return dialog;
}

export async function uploadVideo(editor: HasPage, taskTitle: string, file: string): Promise<void> {
  const dialog = await chooseVideo(editor, taskTitle, file);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(editor.page.getByText("Video uploaded successfully!").last()).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** The creator authorizes the upload on the platform's pages, by default with its first account, and returns to Reelay. */
export async function giveConsent({ page }: HasPage, account?: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  await page
    .locator("button.choice")
    .filter(account === undefined ? {} : { hasText: account })
    .first()
    .click();
  const allow = page.getByRole("button", { name: "Allow" });
  const channels = page.getByRole("heading", { name: "Choose a channel" });
  await expect(allow.or(channels)).toBeVisible();
  if (await channels.isVisible()) await page.locator("button.choice").first().click();
  await allow.click();
}

/** From the details of an approved version to a running delivery. */
export async function startPublishing(creator: HasPage, consent: "asks" | "remembered"): Promise<void> {
  const { page } = creator;
  await expect(page.getByRole("heading", { name: "YouTube Video Details" })).toBeVisible();
  await page.getByRole("button", { name: "Save Task" }).click();
  if (consent === "asks") await giveConsent(creator);
  await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
  await page.getByRole("button", { name: "Start upload" }).click();
  await expect(page).toHaveURL(/check-progress/);
}

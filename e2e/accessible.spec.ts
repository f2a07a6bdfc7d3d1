import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { z } from "zod";

import { thumbnailFile } from "./support/files.ts";
import { createTask, openTasks, signUp, type Someone } from "./support/people.ts";
import { carry, comeThroughGoogle, waitForGoogle } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

const shapes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

/** Every page, both themes, wide and narrow: no axe violation, nothing that scrolls sideways, no broken promise of the CSP. */
test.describe("every page", () => {
  test("for visitors", async ({ browser, reelay }) => {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    const complaints = listenForComplaints(page);
    const paths = [
      "/",
      "/auth",
      "/auth?mode=login",
      "/auth/verify-otp",
      "/pricing",
      "/working",
      "/what-we-solve",
      "/nowhere",
    ];
    for (const path of [...paths, "/privacy", "/terms-and-conditions"]) await check(page, path);
    expect(complaints).toEqual([]);
  });

  test("for people on their way in", async ({ browser, reelay }) => {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    const complaints = listenForComplaints(page);
    for (const path of ["/oauth", "/oauth?error=access_denied"]) await check(page, path);
    const email = "meera@example.com";
    await carry(page, "/auth/verify-otp", { email, sentAt: Date.now() });
    await expect(page.getByLabel("One-time code")).toBeVisible();
    await checkHere(page, "entering a code");
    await carry(page, "/auth/reset-password", { email });
    await expect(page.getByLabel("Retype Password")).toBeVisible();
    await checkHere(page, "choosing a new password");
    await waitForGoogle(page);
    await checkHere(page, "coming back from Google");
    expect(complaints).toEqual([]);
  });

  test("for somebody who has no role yet", async ({ browser, reelay }) => {
    const page = await comeThroughGoogle(browser, reelay.url);
    const complaints = listenForComplaints(page);
    for (const path of ["/c/tasks", "/c/settings"]) await check(page, path);
    expect(complaints).toEqual([]);
  });

  test("for a creator and an editor at work", async ({ browser, reelay }) => {
    const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(creator);
    const taskId = await createTask(creator, editor.name, {
      taskTitle: "Monsoon on the Konkan line",
      workDescription:
        "Open on the Ratnagiri bridge shot, keep the rain sound under the whole first minute, and let the guard finish.",
      title: "Monsoon",
      description: "Rain the whole way.",
      tags: ["trains"],
      madeForKids: false,
      references: [await thumbnailFile()],
    });
    const complaints = listenForComplaints(creator.page, editor.page);
    for (const path of [
      "/y/tasks",
      "/y/tasks?q=nothing+like+it",
      `/y/profile/${creator.name}`,
      `/c/profile/${editor.name}`,
      "/y/notifications",
      "/y/settings",
      `/task-update/${taskId}`,
    ]) {
      await check(creator.page, path);
    }
    for (const path of ["/c/tasks", "/c/notifications", `/video-preview/${taskId}`]) {
      await check(editor.page, path);
    }
    for (const opener of ["Create Task", "Edit", "full text", "Find people"]) {
      await checkDialog(creator, "/y/tasks", opener);
    }
    for (const opener of ["Upload video", "1 reference file"]) await checkDialog(editor, "/c/tasks", opener);
    await checkDialog(creator, `/y/profile/${creator.name}`, "Edit Profile");
    await showAsPublished(creator.page);
    await checkDialog(creator, "/y/tasks?tab=completed", `Rate ${editor.name}`);
    expect(complaints).toEqual([]);
  });
});

async function check(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await page.waitForLoadState("networkidle");
    await checkHere(page, path);
  });
}

async function checkHere(page: Page, where: string): Promise<void> {
  for (const shape of shapes) {
    await page.setViewportSize(shape);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectClean(page, `${where} dark ${shape.width}`);
    const inDark = await page.evaluate(describePage);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const differsByColour = (await page.evaluate(describePage)) === inDark;
    await expectClean(page, `${where} light ${shape.width}`, differsByColour ? colourRules : null);
  }
}

/** The rules of axe that look at colours. Every other one finds the same where markup and layout are the same. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Everything about a page that rules of axe look at, except for colours. Runs in the page. */
function describePage(): string {
  const layout = [...document.querySelectorAll("*")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { display, visibility, overflow, position, opacity } = getComputedStyle(element);
    return [x, y, width, height, display, visibility, overflow, position, opacity].join(" ");
  });
  return [document.documentElement.outerHTML, ...layout].join("\n");
}

/** Shows the open tasks as published ones, so that their dialogs need no delivery. */
async function showAsPublished(page: Page): Promise<void> {
  await page.route("**/task/fetch-tasks?completed=true*", async (route) => {
    const answer = await route.fetch({
      url: route.request().url().replace("completed=true", "completed=false"),
    });
    const list = z
      .object({ data: z.array(z.looseObject({})) })
      .loose()
      .parse(await answer.json());
    const data = list.data.map((task) => ({ ...task, stage: "published", isCompleted: true }));
    await route.fulfill({ json: { ...list, data } });
  });
}

async function checkDialog({ page }: Someone, path: string, opener: string): Promise<void> {
  await test.step(`${path}: ${opener}`, async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectClean(page, opener);
    // A task's form that is left open opens again after the next load.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}

/** No violation of the given rules of axe, or of all, and nothing that scrolls sideways. */
async function expectClean(page: Page, where: string, rules: string[] | null = null): Promise<void> {
  // Where there are no other frames, axe needs neither a blank page to finish in nor to be loaded for each look.
  expect(page.frames()).toHaveLength(1);
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ";" }) }).setLegacyMode();
  const { violations } = await axe
    .options({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) })
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect.soft(found, where).toEqual([]);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Errors that a page writes to the console, a broken content security policy among them. */
function listenForComplaints(...pages: Page[]): string[] {
  const complaints: string[] = [];
  for (const page of pages) {
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  }
  return complaints;
}

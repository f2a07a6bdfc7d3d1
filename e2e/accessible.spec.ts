import { expect, type Page } from "@playwright/test";
import { z } from "zod";

import {
  analyticsPath,
  adminPath,
  apiReferencePath,
  howItWorksPath,
  logInPath,
  messagesPath,
  notificationsPath,
  oauthPath,
  previewPath,
  pricingPath,
  privacyPath,
  profilePath,
  resetPasswordPath,
  settingsPath,
  signUpPath,
  taskUpdatePath,
  tasksPath,
  termsPath,
  verifyCodePath,
  whatWeSolvePath,
} from "#core/paths.ts";

import { violationsOn } from "./support/axe.ts";
import { findCounterpart, sendByCall } from "./support/conversations.ts";
import { thumbnailFile } from "./support/files.ts";
import { makeOperator } from "./support/operators.ts";
import { confirmEmailByCall, createTask, openTasks, signUp, type TestUser } from "./support/people.ts";
import { openWithState, showPendingGoogleLogin, signUpWithGoogle } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

/** Every page, in both themes, wide and narrow: no axe violations, no horizontal scrolling, no console errors. */
test.describe("every page", () => {
  test("for visitors", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    const errors = collectErrors(page);
    const paths = ["/", signUpPath, logInPath, verifyCodePath, pricingPath, howItWorksPath, whatWeSolvePath];
    for (const path of [...paths, privacyPath, termsPath, apiReferencePath]) await check(page, path);
    expect(errors).toEqual([]);
    await check(page, "/nowhere");
    expect(errors.filter((text) => !text.includes("status of 404"))).toEqual([]);
  });

  test("during login and sign-up", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    const errors = collectErrors(page);
    for (const path of [oauthPath, `${oauthPath}?error=access_denied`]) await check(page, path);
    const email = "meera@example.com";
    await openWithState(page, verifyCodePath, { email, sentAt: Date.now() });
    await expect(page.getByLabel("One-time code")).toBeVisible();
    await checkHere(page, "entering a code");
    await openWithState(page, resetPasswordPath, { email });
    await expect(page.getByLabel("Retype Password")).toBeVisible();
    await checkHere(page, "choosing a new password");
    await showPendingGoogleLogin(page);
    await checkHere(page, "returning from Google");
    expect(errors).toEqual([]);
  });

  test("for an operator", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const olga = await signUp(browser, reelay.url, "olga.berg", "Editor");
    await confirmEmailByCall(olga, reelay.sandboxUrl);
    await makeOperator(reelay, olga.email);
    const errors = collectErrors(olga.page);
    for (const section of ["overview", "users", "storage", "jobs", "settings", "log"] as const) {
      await check(olga.page, adminPath(section));
    }
    await olga.page.goto(adminPath("users"));
    await olga.page.getByRole("button", { name: `Actions for ${olga.name}` }).click();
    await olga.page.getByRole("menuitem", { name: "Set quota" }).click();
    await expect(olga.page.getByRole("dialog")).toBeVisible();
    await checkHere(olga.page, "setting a quota");
    expect(errors).toEqual([]);
  });

  test("for a user without a role", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const page = await signUpWithGoogle(browser, reelay.url);
    const errors = collectErrors(page);
    for (const path of [tasksPath("EDITOR"), analyticsPath("EDITOR"), settingsPath("EDITOR")])
      await check(page, path);
    expect(errors).toEqual([]);
  });

  test("for a creator and an editor at work", { tag: "@sweep" }, async ({ browser, reelay }) => {
    // The pictures of users without one show two initials, which the names of links have to contain.
    const creator = await signUp(browser, reelay.url, "meera.nair", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika.rao", "Editor");
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
    const errors = collectErrors(creator.page, editor.page);
    for (const path of [
      tasksPath("YOUTUBER"),
      `${tasksPath("YOUTUBER")}?q=nothing+like+it`,
      profilePath({ role: "YOUTUBER", name: creator.name }),
      profilePath({ role: "EDITOR", name: editor.name }),
      notificationsPath("YOUTUBER"),
      messagesPath("YOUTUBER"),
      analyticsPath("YOUTUBER"),
      settingsPath("YOUTUBER"),
      taskUpdatePath(taskId),
    ]) {
      await check(creator.page, path);
    }
    await sendByCall(creator, await findCounterpart(creator), "See https://trains.example for the pace.");
    const conversation = messagesPath("EDITOR", await findCounterpart(editor));
    for (const path of [
      tasksPath("EDITOR"),
      notificationsPath("EDITOR"),
      conversation,
      previewPath(taskId),
    ]) {
      await check(editor.page, path);
    }
    for (const opener of ["Create Task", "Edit", "full text", "Search"]) {
      await checkDialog(creator, tasksPath("YOUTUBER"), opener);
    }
    for (const opener of ["Upload video", "1 reference file"])
      await checkDialog(editor, tasksPath("EDITOR"), opener);
    await checkDialog(creator, profilePath({ role: "YOUTUBER", name: creator.name }), "Edit Profile");
    await showAsPublished(creator.page);
    await checkDialog(creator, `${tasksPath("YOUTUBER")}?tab=completed`, `Rate ${editor.name}`);
    await creator.page.unrouteAll({ behavior: "ignoreErrors" });
    expect(errors).toEqual([]);
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
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectClean(page, `${where} dark ${viewport.width}`);
    const inDark = await page.evaluate(describePage);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const differsByColour = (await page.evaluate(describePage)) === inDark;
    await expectClean(page, `${where} light ${viewport.width}`, differsByColour ? colourRules : null);
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

/** Shows open tasks as published ones, so that the test needs no delivery. */
async function showAsPublished(page: Page): Promise<void> {
  await page.route("**/task/fetch-tasks?completed=true*", async (route) => {
    const response = await route.fetch({
      url: route.request().url().replace("completed=true", "completed=false"),
    });
    const list = z
      .object({ data: z.array(z.looseObject({})) })
      .loose()
      .parse(await response.json());
    const data = list.data.map((task) => ({ ...task, stage: "published", isCompleted: true }));
    await route.fulfill({ json: { ...list, data } });
  });
}

async function checkDialog({ page }: TestUser, path: string, opener: string): Promise<void> {
  await test.step(`${path}: ${opener}`, async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectClean(page, opener);
    // A task form that is left open is restored after the next load.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}

/** No violation of the given rules of axe, or of all, and nothing that scrolls sideways. */
async function expectClean(page: Page, where: string, rules: string[] | null = null): Promise<void> {
  const options = rules
    ? { runOnly: rules }
    : { rules: { "label-content-name-mismatch": { enabled: true } } };
  expect.soft(await violationsOn(page, options), where).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${where} scrolls horizontally`).toBeLessThanOrEqual(0);
}

/** Collects console errors, including violations of the content security policy. */
function collectErrors(...pages: Page[]): string[] {
  const errors: string[] = [];
  for (const page of pages) {
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
  }
  return errors;
}

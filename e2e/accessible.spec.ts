import { expect, type Page } from "@playwright/test";
import { z } from "zod";

import {
  analyticsPath,
  adminPath,
  messagesPath,
  notificationsPath,
  previewPath,
  profilePath,
  settingsPath,
  taskFilesPath,
  taskUpdatePath,
  tasksPath,
} from "#core/paths.ts";

import { collectErrors, expectAccessible, expectClean } from "./support/accessible.ts";
import { findCounterpart, sendByCall } from "./support/conversations.ts";
import { thumbnailFile } from "./support/files.ts";
import { makeOperator } from "./support/operators.ts";
import { confirmEmailByCall, createTask, openTasks, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";

const viewports = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

/** Screens of new users, in both themes, wide and narrow: no axe violations, no horizontal scrolling, no console errors. */
test.describe("screens of new users", () => {
  test("for an operator", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const olga = await signUp(browser, reelay.url, "olga.berg", "Editor");
    await confirmEmailByCall(olga, reelay.sandboxUrl);
    await makeOperator(reelay, olga.email);
    const errors = collectErrors(olga.page);
    await olga.page.goto(adminPath("users"));
    await olga.page.getByRole("button", { name: `Actions for ${olga.name}` }).click();
    await olga.page.getByRole("menuitem", { name: "Set quota" }).click();
    await expect(olga.page.getByRole("dialog")).toBeVisible();
    await checkHere(olga.page, "setting a quota");
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
      taskFilesPath(taskId),
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
    await expectAccessible(page, `${where} ${viewport.width}`);
  }
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

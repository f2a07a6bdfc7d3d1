import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import { expect } from "@playwright/test";

import { commentSheetPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";
import { openVersion } from "./support/watching.ts";

test("comments are exported for an editing program and printed", async ({ browser, reelay }) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  await openTasks(anika);
  const { page, context } = meera;
  await openVersion(meera, anika, { taskTitle: "Rain & wind", file: await clip("h264") });
  const taskId = Number(new URL(page.url()).pathname.split("/").at(-1));
  const comments = `${reelay.url}/api/v1/task/comments/${taskId}`;
  const first = { id: randomUUID(), version: 1, inFrame: 24, outFrame: 47, text: "Hold this shot longer." };
  const second = { ...first, id: randomUUID(), inFrame: 0, outFrame: 0, text: "الصوت عالٍ جدًا" };
  for (const data of [first, second]) expect(await context.request.post(comments, { data })).toBeOK();
  const reply = { id: randomUUID(), text: "Two seconds more?" };
  expect(await anika.context.request.post(`${comments}/${first.id}/replies`, { data: reply })).toBeOK();
  expect(
    await context.request.post(`${comments}/${second.id}/resolved`, { data: { resolved: true } }),
  ).toBeOK();

  await page.goto(`${reelay.url}${commentSheetPath(taskId)}?version=1&start=01:00:00:00`);
  await expect(page.getByRole("heading", { name: "Rain & wind" })).toBeVisible();
  await expect(page.getByText("2 comments on this version, 1 open")).toBeVisible();
  const items = page.getByRole("main").locator("> ol > li");
  await expect(items.first()).toContainText("الصوت عالٍ جدًا");
  await expect(items.first()).toContainText("Resolved");
  await expect(items.last()).toContainText(/01:00:0\d:\d\d – 01:00:0\d:\d\d/);
  await expect(items.last()).toContainText("Two seconds more?");

  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "DaVinci Resolve" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("Rain & wind, version 1, comments.edl");
  const edl = await readFile(await file.path(), "utf8");
  expect(edl).toMatch(/\n001 .* 01:00:00:00 /);
  expect(edl).toContain("Hold this shot longer.");

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
});

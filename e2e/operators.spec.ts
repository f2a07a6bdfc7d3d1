import { expect } from "@playwright/test";

import { adminPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { makeOperator } from "./support/operators.ts";
import { confirmEmailByCall, openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";
import { openVersion, secondsIn } from "./support/watching.ts";

test("an operator suspends a user who is watching a video", async ({ browser, reelay }) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  const olga = await signUp(browser, reelay.url, "olga", "Editor");
  await openTasks(anika);
  await openVersion(meera, anika, { taskTitle: "Sixty seconds", file: await clip("h264-60s") });
  await meera.page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => secondsIn(meera.page)).toBeGreaterThan(0.5);
  const address = (await meera.page.locator("video").getAttribute("src")) ?? "";
  const { request } = meera.context;
  const fetchPart = async () => (await request.get(address, { headers: { range: "bytes=0-99" } })).status();
  expect(await fetchPart()).toBe(206);

  await olga.page.goto(adminPath("users"));
  await expect(olga.page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await confirmEmailByCall(olga, reelay.sandboxUrl);
  await makeOperator(reelay, olga.email);
  await olga.page.goto(adminPath("users"));
  await olga.page.getByRole("searchbox", { name: "Search users" }).fill(meera.email);
  await olga.page.getByRole("button", { name: `Actions for ${meera.name}` }).click();
  await olga.page.getByRole("menuitem", { name: "Suspend account" }).click();
  await olga.page.getByRole("button", { name: "Suspend", exact: true }).click();
  await expect(olga.page.getByRole("row", { name: meera.email })).toContainText("Suspended");

  // Nothing is clicked: the end of the connection makes the page ask for its session.
  await expect(meera.page).toHaveURL(/\/auth/);
  await expect(meera.page.locator("video")).toHaveCount(0);
  expect(await fetchPart()).not.toBe(206);
});

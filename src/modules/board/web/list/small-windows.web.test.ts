import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera, sampleTask } from "#testing/web/samples.ts";

const posterUrl = "/favicon.png";
const task = sampleTask({
  stage: "approved",
  version: 1,
  posterUrl,
  workDescription:
    "Grade it warmer than part one. The drone shots are in the second folder; use at most three of them.",
});

/** Tasks in a browser that shows the screen for the first time. */
async function openTasks(width: number, height: number) {
  const { api, open } = await startScreen(meera);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [task]);
  await page.viewport(width, height);
  await open(tasksPath("YOUTUBER"));
  await expect.element(page.getByRole("article").first()).toBeVisible();
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

test.each([
  ["on a phone", 390, 844],
  ["at 200%", 720, 450],
])("the first task and its next step are in view %s", async (_where, width, height) => {
  await openTasks(width, height);
  const first = page.getByRole("article").first();
  const next = first.getByRole("link", { name: "Publish details" }).element().getBoundingClientRect();
  const nav = page.getByRole("navigation", { name: "Main" }).element().getBoundingClientRect();
  expect(next.bottom).toBeLessThanOrEqual(nav.top);
  expect(first.getByRole("heading").element().getBoundingClientRect().top).toBeGreaterThan(0);
});

test("on a phone, filters and the stages are shown on request", async () => {
  await openTasks(390, 844);
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
  await button("Search and filter").click();
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  await expect.element(page.getByLabelText("Stage")).toBeVisible();
  await button("Search and filter").click();
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
  await button("The stages of a task").click();
  await button("Got it").click();
  await expect.element(button("The stages of a task")).not.toBeInTheDocument();
});

test("filters that apply are shown", async () => {
  const { api, open } = await startScreen(meera);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 2, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [task]);
  await page.viewport(390, 844);
  await open(`${tasksPath("YOUTUBER")}?q=lagoon`);
  await expect.element(page.getByRole("searchbox")).toHaveValue("lagoon");
});

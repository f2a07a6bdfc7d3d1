import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera, sampleTask } from "#testing/web/samples.ts";

import { boardEndpoints } from "../contract.ts";

test("the list has a skeleton, an empty state and an error state", async () => {
  const { api, open, reload } = await startScreen(meera);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  const list = Promise.withResolvers<[]>();
  api.on(boardEndpoints.fetchTasks, () => list.promise);
  await open("/y/tasks");
  await expect.element(page.getByText("Loading your tasks")).toBeInTheDocument();
  list.resolve([]);
  await expect.element(page.getByText("No tasks currently assigned yet.")).toBeVisible();

  api.on(boardEndpoints.fetchTasks, () => {
    throw new AppError({ code: "too_many", status: 429, message: "Too many tries." });
  });
  await reload();
  await expect.element(page.getByText("Too many tries.")).toBeVisible();
  api.on(boardEndpoints.fetchTasks, () => [sampleTask()]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("article", { name: "Lagoon at low tide" })).toBeVisible();
});

import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";

import { taskUpdatePath } from "#core/paths.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints, type PublishDetails } from "#modules/publishing/contract/details.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";

import { startScreen } from "./open-screen.tsx";
import { sampleDestination } from "./publishing-samples.ts";
import { meera, sampleTask } from "./samples.ts";

export const approvedTask = sampleTask({
  stage: "approved",
  title: "The salt road",
  description: "0:00 Pans\n0:20 Wells\n0:40 Road",
});

/** Opens the form of the video's details of `approvedTask`, for YouTube. */
export async function openDetails(video: PublishDetails["video"] = null) {
  const screen = await startScreen(meera);
  const { api } = screen;
  api.on(destinationsEndpoints.choice, () => ({
    destinations: [sampleDestination],
    chosen: [sampleDestination.id],
    fixed: [],
  }));
  api.on(tasksEndpoints.fetchTask, () => approvedTask);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [] }));
  api.on(detailsEndpoints.details, () => ({ options: defaultOptions, captions: [], playlists: [], video }));
  const saved = api.on(detailsEndpoints.updateMetaData, () => approvedTask);
  const continued = api.on(destinationsEndpoints.authorize, () => new Promise<string>(() => undefined));
  // Follows a saving, and would reach the next test.
  onTestFinished(async () => {
    await expect.poll(() => continued.length).toBe(saved.length);
  });
  await screen.open(taskUpdatePath(approvedTask.id));
  await expect.element(page.getByRole("button", { name: "Save Task", exact: true })).toBeVisible();
  return { ...screen, saved };
}

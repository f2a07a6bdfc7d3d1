import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { taskUpdatePath } from "#core/paths.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints, type PublishDetails } from "#modules/publishing/contract/details.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import type { PresetDetails } from "#modules/publishing/rules/presets.ts";
import { tasksEndpoints } from "#modules/tasks/contract.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { sampleDestination } from "#testing/web/publishing-samples.ts";
import { meera, sampleTask } from "#testing/web/samples.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const task = sampleTask({
  stage: "approved",
  title: "The salt road",
  description: "0:00 Pans\n0:20 Wells\n0:40 Road",
});

/** The details form of a task for YouTube. */
async function openDetails(video: PublishDetails["video"] = null) {
  const screen = await startScreen(meera);
  const { api } = screen;
  api.on(destinationsEndpoints.choice, () => ({
    destinations: [sampleDestination],
    chosen: [sampleDestination.id],
    fixed: [],
  }));
  api.on(tasksEndpoints.fetchTask, () => task);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [] }));
  api.on(detailsEndpoints.details, () => ({ options: defaultOptions, captions: [], playlists: [], video }));
  const saved = api.on(detailsEndpoints.updateMetaData, () => task);
  api.on(destinationsEndpoints.authorize, () => new Promise<string>(() => undefined));
  await screen.open(taskUpdatePath(12));
  await expect.element(button("Save Task")).toBeVisible();
  return { ...screen, saved };
}

test("paid promotion is off until the creator turns it on, and belongs to presets", async () => {
  const { api, saved } = await openDetails();
  await page.getByText("More options").click();
  const paid = page.getByRole("switch", { name: "Paid promotion" });
  await expect.element(paid).not.toBeChecked();
  await paid.click();
  const presets: { id: string; name: string; details: PresetDetails }[] = [];
  api.on(detailsEndpoints.presets, () => presets);
  api.on(detailsEndpoints.savePreset, ({ body }) => {
    presets.push({ id: sampleDestination.id, ...body });
    return { id: sampleDestination.id, ...body };
  });
  await button("Presets").click();
  await page.getByLabelText("Save these details as").fill("Sponsored");
  await button("Save preset").click();
  await expect.element(button("Apply Sponsored")).toBeVisible();
  await button("Close").click();
  await paid.click();
  await expect.element(paid).not.toBeChecked();
  await button("Presets").click();
  await button("Apply Sponsored").click();
  await expect.element(paid).toBeChecked();
  await button("Save Task").click();
  await expect.poll(() => saved).toMatchObject([{ fields: { options: { paidPromotion: true } } }]);
});

const announcement = page.getByText("On YouTube this video will be a Short", { exact: false });
const tall = { durationSeconds: 60, width: 1080, height: 1920, fileUrl: null };

test("a vertical video is announced as a Short, for YouTube only", async () => {
  const { open, api } = await openDetails(tall);
  await expect.element(announcement).toBeVisible();
  await expect.element(page.getByText("3 chapters, which YouTube doesn't show in a Short")).toBeVisible();
  const peertube = { ...sampleDestination, kind: "peertube" } as const;
  api.on(destinationsEndpoints.choice, () => ({
    destinations: [peertube],
    chosen: [peertube.id],
    fixed: [],
  }));
  await open(taskUpdatePath(12));
  await expect.element(page.getByRole("heading", { name: "Video Details", exact: true })).toBeVisible();
  await expect.element(page.getByText("3 chapters", { exact: true })).toBeVisible();
  expect(announcement.elements()).toEqual([]);
});

test("a wide video is not announced as a Short", async () => {
  await openDetails({ ...tall, width: 1920, height: 1080 });
  await expect.element(page.getByText("3 chapters", { exact: true })).toBeVisible();
  expect(announcement.elements()).toEqual([]);
});

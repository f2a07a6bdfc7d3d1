import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { checkProgressPath } from "#core/paths.ts";
import { type DeliveryProgress, deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { deliveryChanged, uploadProgress } from "#modules/publishing/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { failedDelivery, sampleDelivery, sampleProgress } from "#testing/web/publishing-samples.ts";
import { meera } from "#testing/web/samples.ts";

const otherId = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea002";
const { deliveryId } = sampleDelivery();
const bytes = { sentBytes: 7_000_000, confirmedBytes: 6_000_000, totalBytes: 10_000_000, percent: 70 };
const sent = /^7\.0\sMB of 10\.0\sMB sent, 6\.0\sMB confirmed$/;

/** The page of two deliveries, the first of which leads, with the realtime connection. */
async function openProgress(leading: Partial<DeliveryProgress> = {}, other: Partial<DeliveryProgress> = {}) {
  const screen = await startScreen(meera);
  const set = (change: Partial<DeliveryProgress>) =>
    screen.api.on(deliveriesEndpoints.progress, () => ({
      ...sampleProgress(change),
      deliveries: [sampleDelivery(change), sampleDelivery({ deliveryId: otherId, ...other })],
    }));
  set(leading);
  await screen.open(checkProgressPath(12));
  await screen.realtime.connect();
  await expect.element(page.getByRole("heading", { name: "Destinations" })).toBeVisible();
  return { ...screen, set };
}

test("bytes of the leading upload are shown as they are reported, and those of another one in the list", async () => {
  const garden = { channel: { id: "UCgarden", title: "Garden", pictureUrl: "" } };
  const { realtime } = await openProgress({}, garden);
  /** Reports until the value is shown: the response of a request that was sent before replaces a report, until the next one. */
  const report = (id: string, channel: string, percent: number) => {
    const bar = page.getByRole("progressbar", { name: `Upload to ${channel}` });
    return expect
      .poll(() => {
        realtime.send(uploadProgress, { taskId: 12, deliveryId: id, ...bytes, percent });
        return bar.element().getAttribute("value");
      })
      .toBe(String(percent));
  };
  await report(otherId, "Garden", 70);
  await expect.element(page.getByText(sent)).not.toBeInTheDocument();
  await report(deliveryId, "Meera at the coast", 80);
  await expect.element(page.getByText(sent)).toBeVisible();
});

test("a delivery that changes is fetched again, and its new stage is announced once", async () => {
  const { realtime, set } = await openProgress();
  const uploaded = page.getByText("video upload completed successfully in private mode");
  set({ stage: "THUMBNAIL_UPLOAD", percent: 100 });
  realtime.send(deliveryChanged, { taskId: 12, deliveryId });
  await expect.element(page.getByText("Setting the thumbnail").first()).toBeVisible();
  await expect.element(uploaded).toBeVisible();
  // The last message of an upload may arrive after the response that ends it.
  realtime.send(uploadProgress, { taskId: 12, deliveryId, ...bytes });
  set(failedDelivery("thumbnail_invalid", "thumbnail"));
  realtime.send(deliveryChanged, { taskId: 12, deliveryId });
  await expect.element(page.getByText("thumbnail upload failed, please try again later")).toBeVisible();
  expect(uploaded.elements()).toHaveLength(1);
});

test("progress that was loaded is no longer shown to a user who has lost access to it", async () => {
  const { api, realtime } = await openProgress();
  api.on(deliveriesEndpoints.progress, () => {
    throw new AppError({ code: "forbidden", status: 403, message: "Only creators can do this." });
  });
  realtime.send(deliveryChanged, { taskId: 12, deliveryId });
  await expect
    .element(page.getByText("Only the creator of the task can follow its publication."))
    .toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Destinations" })).not.toBeInTheDocument();
});

import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import {
  checkProgressPath,
  contactPath,
  previewPath,
  settingsPath,
  startUploadPath,
  taskUpdatePath,
} from "#core/paths.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { changesEndpoints } from "#modules/publishing/contract/changes.ts";
import { type DeliveryProgress, deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import {
  failedDelivery,
  publishedDelivery,
  sampleDelivery,
  sampleProgress,
  unsentOperation,
} from "#testing/web/publishing-samples.ts";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

const { deliveryId } = sampleDelivery();
const button = (name: string) => page.getByRole("button", { name, exact: true });
const nothing = { withoutThumbnail: false, uploadAgain: false, acceptVisibility: false };

/** The page of a delivery. */
async function openProgress(delivery: Partial<DeliveryProgress>) {
  const screen = await startScreen(meera);
  screen.api.on(deliveriesEndpoints.progress, () => sampleProgress(delivery));
  await screen.open(checkProgressPath(12));
  return screen;
}

test.each([
  ["upload_limit", "Retry", nothing],
  ["in_doubt_several", "Check again", nothing],
  ["cancelled", "Publish again", nothing],
  ["thumbnail_invalid", "Publish without thumbnail", { ...nothing, withoutThumbnail: true }],
  ["visibility_refused", "Keep it private", { ...nothing, acceptVisibility: true }],
] as const)("after %s, “%s” continues the delivery", async (code, name, choice) => {
  const { api } = await openProgress(failedDelivery(code, "upload"));
  const retries = api.on(deliveriesEndpoints.retry, () => sampleProgress());
  await button(name).click();
  await expect.element(page.getByText("Uploading the video")).toBeVisible();
  expect(retries).toMatchObject([{ body: { taskId: 12, deliveryId, ...choice } }]);
});

test("“Upload again” asks whether the video is on the channel first", async () => {
  const { api } = await openProgress(failedDelivery("in_doubt", "upload"));
  const retries = api.on(deliveriesEndpoints.retry, () => sampleProgress());
  await button("Upload again").click();
  await button("Not there, upload again").click();
  await expect.element(page.getByText("Uploading the video")).toBeVisible();
  expect(retries).toMatchObject([{ body: { ...nothing, uploadAgain: true } }]);
});

test("“Send back to the editor” suggests the feedback, and a failure keeps the text", async () => {
  const { api } = await openProgress(failedDelivery("platform_codec", "processing"));
  const sent = api.on(deliveriesEndpoints.sendBack, () => {
    throw new AppError({ code: "unavailable", status: 503, message: "The server is busy." });
  });
  await button("Send back to the editor").click();
  const feedback = page.getByLabelText("What should change");
  await expect
    .element(feedback)
    .toHaveValue(
      "YouTube doesn't support the codec of this file. Please export the video as H.264 in an MP4.",
    );
  await feedback.fill("Please export it as H.264.");
  await button("Send back").click();
  await expect.element(page.getByText("The server is busy.")).toBeVisible();
  await expect.element(feedback).toHaveValue("Please export it as H.264.");
  expect(sent).toEqual([{ body: { taskId: 12, feedback: "Please export it as H.264." } }]);
});

test("“Cancel publishing” asks first", async () => {
  const { api } = await openProgress(failedDelivery("invalid_title", "upload"));
  const cancellations = api.on(deliveriesEndpoints.cancel, () =>
    sampleProgress(failedDelivery("cancelling", "upload")),
  );
  await button("Cancel publishing").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel publishing" }).click();
  await expect.element(page.getByRole("heading", { name: "Cancelling" })).toBeVisible();
  expect(cancellations).toEqual([{ body: { taskId: 12, deliveryId } }]);
});

test("“Reconnect” leads to YouTube's consent, or to the settings of other platforms", async () => {
  const { api, open } = await openProgress(failedDelivery("reconnect_needed", "upload"));
  const requests = api.on(destinationsEndpoints.authorize, () => new Promise<string>(() => undefined));
  await button("Reconnect").click();
  await expect.element(button("Redirecting to OAuth...")).toBeVisible();
  expect(requests).toEqual([{ query: { taskId: 12, reconnect: "true", kind: "youtube" } }]);
  api.on(deliveriesEndpoints.progress, () =>
    sampleProgress(failedDelivery("reconnect_needed", "upload", "peertube")),
  );
  await open(checkProgressPath(12));
  await expect
    .element(page.getByRole("link", { name: "Reconnect" }))
    .toHaveAttribute("href", settingsPath("YOUTUBER"));
});

test.each([
  ["invalid_title", "Edit details", taskUpdatePath(12)],
  ["thumbnail_invalid", "Choose another thumbnail", taskUpdatePath(12)],
  ["privacy_refused", "Change visibility", startUploadPath],
  ["thumbnail_not_allowed", /^Verify the channel/, "https://www.youtube.com/verify"],
  ["playlist_full", /^Open YouTube Studio/, "https://studio.youtube.com"],
  ["refused", "Contact the operator", contactPath],
] as const)("after %s, a link “%s” leads on", async (code, name, path) => {
  await openProgress(failedDelivery(code, "upload"));
  await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", path);
  await expect
    .element(page.getByRole("link", { name: "Go Back To Video Preview Page" }))
    .toHaveAttribute("href", previewPath(12));
});

test("“Change visibility” opens the start of this task", async () => {
  const { api } = await openProgress(failedDelivery("privacy_refused", "upload"));
  const summaries = api.on(startEndpoints.summary, () => {
    throw new AppError({ code: "not_approved", status: 409, message: "Approve a version." });
  });
  api.on(destinationsEndpoints.choice, () => ({ destinations: [], chosen: [], fixed: [] }));
  await page.getByRole("link", { name: "Change visibility" }).click();
  await expect.element(page.getByText("Approve a version.")).toBeVisible();
  expect(summaries).toEqual([{ params: { taskId: 12 } }]);
});

test("“Try now” begins the awaited attempt", async () => {
  const retry = { reason: "YouTube can't be reached.", attempt: 2, attempts: 14 };
  const { api } = await openProgress({ retry: { ...retry, inSeconds: 300 } });
  const tries = api.on(deliveriesEndpoints.tryNow, () =>
    sampleProgress({ retry: { ...retry, inSeconds: null } }),
  );
  await button("Try now").click();
  await expect.element(page.getByText(/^Attempt 2 of 14 is running/)).toBeVisible();
  expect(tries).toEqual([{ body: { taskId: 12 } }]);
});

test("a delivery that has not started leads to its details, and one that can't be loaded is loaded again", async () => {
  const { api, reload } = await openProgress({});
  const refuse = (code: string, status: number, message: string) =>
    api.on(deliveriesEndpoints.progress, () => {
      throw new AppError({ code, status, message });
    });
  refuse("not_started", 404, "Publishing of this task has not started yet.");
  await reload();
  await expect.element(page.getByText("Publishing has not started")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Publish details" }))
    .toHaveAttribute("href", taskUpdatePath(12));
  refuse("too_many", 429, "Too many tries.");
  await reload();
  await expect.element(page.getByText("Too many tries.")).toBeVisible();
  api.on(deliveriesEndpoints.progress, () => sampleProgress());
  await button("Try again").click();
  await expect.element(page.getByText("Uploading the video")).toBeVisible();
});

test("a stall shows the last known figures", async () => {
  await openProgress({ stalledSeconds: 15, sentBytes: 4_000_000, confirmedBytes: 0 });
  await expect.element(page.getByText("The upload is stalled.")).toBeVisible();
  await expect.element(page.getByText(/^4\.0\sMB of 10\.0\sMB sent, 0\sB confirmed$/)).toBeVisible();
});

test("a platform's processing is shown", async () => {
  const processing = { percent: 30, since: "2031-05-01T09:00:00.000Z" };
  await openProgress({ stage: "PUBLISH_VIDEO", percent: 100, processing });
  await expect.element(page.getByText("YouTube is processing the video")).toBeVisible();
});

test("a published video has one primary button, also if it is overdue and its changes were refused", async () => {
  const published = { ...publishedDelivery, publishAt: "2031-05-01T09:00:00.000Z" };
  const { api, open, reload } = await startScreen(meera);
  const primary = () =>
    [...page.getByRole("main").element().querySelectorAll("a.bg-ink, button.bg-ink")].map(
      ({ textContent }) => textContent,
    );
  api.on(deliveriesEndpoints.progress, () => sampleProgress({ ...published, overdue: true }));
  const changes = unsentOperation();
  const visibility = { visibility: "public", publishAt: null } as const;
  api.on(changesEndpoints.changes, () => ({ ...visibility, deliveries: [changes] }));
  api.on(detailsEndpoints.details, () => ({
    options: { ...defaultOptions, playlists: [] },
    captions: [],
    playlists: [],
    video: null,
  }));
  api.on(profilesEndpoints.rating, () => ({ editor: samplePerson(anika), rating: null }));
  await open(checkProgressPath(12));
  await expect.element(page.getByText(/^Your video is not public yet/)).toBeVisible();
  await expect.element(page.getByText(/choose “Public” in its details\.$/)).toBeVisible();
  await expect.element(page.getByText("YouTube refused the title.")).toBeVisible();
  expect(primary()).toEqual(["Edit details"]);

  api.on(deliveriesEndpoints.progress, () => sampleProgress({ ...published, publishAt: null }));
  await reload();
  await expect.element(page.getByText(/^Your video is published/)).toBeVisible();
  const section = page.getByRole("region", { name: "Details" });
  await expect.element(section.getByRole("link", { name: "Edit details" })).toHaveClass("bg-ink");
  expect(primary()).toEqual(["Edit details"]);

  api.on(changesEndpoints.changes, () => ({ ...visibility, deliveries: [] }));
  await reload();
  await expect.element(page.getByText(/^Your video is published/)).toBeVisible();
  await expect.poll(primary).toEqual([expect.stringMatching(/^Watch the video/)]);
});

import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

/** An address at which there is no video that a browser can play. */
const unplayable = "data:video/mp4;base64,AAAA";

async function openPreview(change: Partial<Playback>) {
  const screen = await startScreen(meera);
  const { api } = screen;
  let playback: Playback = { ...samplePlayback, fileUrl: unplayable, ...change };
  api.on(reviewEndpoints.preview, () => samplePreview({ playback }));
  api.on(reviewEndpoints.versions, () => []);
  api.on(historyEndpoints.history, () => []);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  answerComments(api);
  const requested = api.on(reviewEndpoints.convertVersion, () => {
    playback = { ...playback, conversion: { state: "requested", share: 0.35 } };
    return null;
  });
  await screen.open(previewPath(7));
  return { requested };
}

const offer = page.getByRole("button", { name: "Convert this video" });

test("a video that the browser can't play can be converted, and its progress is shown", async () => {
  const { requested } = await openPreview({});
  await offer.click();
  await expect.element(page.getByText("Converting 35%. The video plays here when it is done.")).toBeVisible();
  expect(requested).toMatchObject([{ body: { version: 1 } }]);
});

test("a conversion that another viewer has requested is shown", async () => {
  await openPreview({ conversion: { state: "requested", share: 0.5 } });
  await expect.element(page.getByText("Converting 50%. The video plays here when it is done.")).toBeVisible();
  expect(offer.elements()).toHaveLength(0);
});

test("a failed conversion says why, and can be requested again", async () => {
  const message = "The server has no space to convert this video. Try again later.";
  const { requested } = await openPreview({ conversion: { state: "failed", message } });
  await expect.element(page.getByRole("alert").getByText(message)).toBeVisible();
  await offer.click();
  await expect.poll(() => requested).toHaveLength(1);
});

test("a rendition can't be converted again", async () => {
  await openPreview({ isOriginal: false });
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(offer.elements()).toHaveLength(0);
});

import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const settings = page.getByRole("button", { name: "Player settings" });
const menu = page.getByRole("menu", { name: "Player settings" });
const choice = (name: string) => menu.getByRole("menuitemradio", { name, exact: true });
const choices = () => menu.getByRole("menuitemradio").elements();

test.each([1440, 1024, 390])(
  "quality, timecode and loudness are in one menu, whose place stays: %i px",
  async (width) => {
    const { api, open } = await startScreen(meera);
    await page.viewport(width, 844);
    let playback: Playback = samplePlayback;
    answerComments(api);
    api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
    api.on(reviewEndpoints.preview, () => samplePreview({ playback }));
    await open(previewPath(12));
    await expect.element(settings).toBeVisible();
    // Text in another font has another width.
    await document.fonts.ready;
    const box = () => JSON.stringify(document.querySelector("[data-picture]")?.getBoundingClientRect());
    const place = () => JSON.stringify(settings.element().getBoundingClientRect());
    const [picture, button] = [box(), place()];
    await settings.click();
    await expect.element(choice("Full quality")).toBeVisible();
    // On phones, the menu has the zoom, too: "Fit" and what enlarges this small picture.
    const zoomLevels = width === 390 ? 2 : 0;
    expect(choices()).toHaveLength(9 + zoomLevels);

    playback = { ...playback, lightUrl: samplePlayback.fileUrl, startTimecode: "10:00:00:00" };
    notifyThisClient(taskChanged, { taskId: 12 });
    await expect.poll(choices).toHaveLength(12 + zoomLevels);
    expect([box(), place()]).toEqual([picture, button]);
    await choice("Source timecode").click();
    await expect.element(page.getByText("10:00:00:00").first()).toBeVisible();
    await settings.click();
    await expect.element(choice("Source timecode")).toBeChecked();
    await expect.element(choice("Full quality")).toBeChecked();
  },
);

test("letters choose an item of an open menu, and reach neither the player nor the comments", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  const playback = { ...samplePlayback, lightUrl: samplePlayback.fileUrl, startTimecode: "10:00:00:00" };
  api.on(reviewEndpoints.preview, () => samplePreview({ playback }));
  await open(previewPath(12));
  await settings.click();
  await expect.element(menu).toHaveFocus();
  await userEvent.keyboard("t");
  await expect.element(choice("Timecode from 0")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(settings).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "Save frame as PNG" })).toHaveFocus();
  await userEvent.keyboard("mc{Escape}");
  expect(document.querySelector("video")?.muted).toBe(false);
  await expect.element(settings).toHaveFocus();
});

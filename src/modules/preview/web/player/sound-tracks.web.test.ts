import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { guestReviewPath, previewPath } from "#core/paths.ts";
import { clearPersonalStorage } from "#core/web/personal-storage.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import type { Sound } from "#modules/media/contract/videos.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

const settings = page.getByRole("button", { name: "Player settings" });
const menu = page.getByRole("menu", { name: "Player settings" });
const choice = (name: string) => menu.getByRole("menuitemradio", { name, exact: true });
const checked = (name: string) => menu.getByRole("menuitemradio", { name, exact: true, checked: true });
const loudnessChoices = ["Hidden", "Below the timeline"];
const masks = ["None", "16:9", "9:16", "1:1", "4:5", "2.39:1"];
const shownChoices = () =>
  menu
    .getByRole("menuitemradio")
    .elements()
    .map(({ textContent }) => textContent);

/** Two seconds of silence. */
function silence(): string {
  const rate = 8000;
  const bytes = new DataView(new ArrayBuffer(44 + 4 * rate));
  const ascii = (at: number, text: string) => {
    for (const [n, letter] of [...text].entries()) bytes.setUint8(at + n, letter.charCodeAt(0));
  };
  ascii(0, "RIFF");
  bytes.setUint32(4, 36 + 4 * rate, true);
  ascii(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, 2 * rate, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  ascii(36, "data");
  bytes.setUint32(40, 4 * rate, true);
  return URL.createObjectURL(new Blob([bytes.buffer], { type: "audio/wav" }));
}

const own: Sound = { url: null, track: 1, language: "eng", title: null };
const german = (): Sound => ({ url: silence(), track: 2, language: "ger", title: null });

const media = () => {
  const video = document.querySelector("video");
  if (!video) throw new Error("There is no video.");
  return { video, audio: document.querySelector("audio") };
};

/** Opens a preview, and returns what replaces its video. */
async function openPreview(sounds: Sound[]) {
  const { api, open } = await startScreen(meera);
  let playback = { ...samplePlayback, sounds };
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(reviewEndpoints.preview, () => samplePreview({ playback }));
  await open(previewPath(12));
  await expect.element(settings).toBeVisible();
  return async (others: Sound[]) => {
    const before = media().video;
    playback = { ...samplePlayback, videoId: crypto.randomUUID(), sounds: others };
    notifyThisClient(taskChanged, { taskId: 12 });
    await expect.poll(() => document.querySelector("video")).not.toBe(before);
  };
}

async function choose(name: string) {
  await settings.click();
  await choice(name).click();
}

test("a video with one sound has no choice", async () => {
  await openPreview([]);
  await settings.click();
  await expect.poll(shownChoices).toEqual(["Full quality", ...loudnessChoices, ...masks]);
});

test("the chosen track is heard instead of the sound of the video, in step with it", async () => {
  await openPreview([own, german()]);
  await settings.click();
  await expect.element(choice("English")).toBeChecked();
  await choice("German").click();
  await expect.poll(() => media().audio?.muted).toBe(false);
  expect(media().video.muted).toBe(true);

  await page.getByLabelText("Speed").selectOptions("0.25×");
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await expect.poll(() => media().audio?.paused).toBe(false);
  await expect
    .poll(() => Math.abs(media().video.currentTime - (media().audio?.currentTime ?? 9)))
    .toBeLessThan(0.04);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect.poll(() => media().audio?.paused).toBe(true);

  await page.getByRole("button", { name: "Mute", exact: true }).click();
  expect([media().audio?.muted, media().video.muted]).toEqual([true, true]);
  await userEvent.keyboard("m");
  expect([media().audio?.muted, media().video.muted]).toEqual([false, true]);
  await userEvent.keyboard("{End}");
  await expect
    .poll(() => Math.abs((media().audio?.currentTime ?? 0) - media().video.currentTime))
    .toBeLessThan(0.001);

  await choose("English");
  await expect.poll(() => media().audio).toBeNull();
  expect(media().video.muted).toBe(false);
});

test("the language is remembered for the user's other videos, until they log out", async () => {
  const show = await openPreview([own, german()]);
  await choose("German");
  await expect.poll(() => media().audio).not.toBeNull();
  const english = { ...german(), language: "eng" };
  await show([{ ...own, language: "deu" }, english]);
  await settings.click();
  await expect
    .poll(shownChoices)
    .toEqual(["Full quality", "German", "English", ...loudnessChoices, ...masks]);
  await expect.element(checked("German")).toBeInTheDocument();
  expect(media().audio).toBeNull();
  await show([own, german()]);
  await expect.poll(() => media().audio).not.toBeNull();
  clearPersonalStorage();
  await show([own, german()]);
  await settings.click();
  await expect.element(checked("English")).toBeInTheDocument();
});

test("a track without a language is chosen for this video only", async () => {
  const tracks = [1, 2].map((track) => ({ url: silence(), track, language: null, title: null }));
  const mix: Sound = { url: null, track: null, language: null, title: null };
  const show = await openPreview([mix, ...tracks]);
  await settings.click();
  await expect
    .poll(shownChoices)
    .toEqual(["Full quality", "All tracks", "Track 1", "Track 2", ...loudnessChoices, ...masks]);
  await choice("Track 2").click();
  await expect.poll(() => media().audio?.src).toBe(tracks[1]?.url);
  await show([mix, ...tracks]);
  await settings.click();
  await expect.element(checked("All tracks")).toBeInTheDocument();
  expect(media().audio).toBeNull();
});

test("the sound of the video is heard again where the track can't be loaded", async () => {
  await openPreview([own, { ...german(), url: "/nothing.m4a" }]);
  await choose("German");
  await settings.click();
  await expect.element(choice("English")).toBeChecked();
  await expect.poll(() => [media().video.muted, media().audio]).toEqual([false, null]);
});

test("guests choose a track too", async () => {
  const { api, open } = await startScreen(null);
  api.on(guestEndpoints.guestPreview, () => ({
    taskTitle: "Lagoon at low tide",
    creator: meera.name,
    editor: anika.name,
    version: 1,
    name: "Anna",
    mayComment: false,
    mayDownload: false,
    mayWatchTogether: false,
    endsAt: null,
    playback: { ...samplePlayback, sounds: [own, german()] },
  }));
  api.on(guestEndpoints.guestComments, () => ({ change: 1, comments: [], next: null }));
  api.on(guestEndpoints.guestCommentChanges, () => ({ change: 1, comments: [], more: false }));
  await open(guestReviewPath("1c1a52d5-5b0f-4f0a-8a4c-0c8c5f5d1c11", "secret"));
  await expect.element(settings).toBeVisible();
  await choose("German");
  await expect.poll(() => [media().video.muted, media().audio?.muted]).toEqual([true, false]);
});

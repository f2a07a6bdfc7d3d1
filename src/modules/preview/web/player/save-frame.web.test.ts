import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { guestReviewPath, previewPath } from "#core/paths.ts";
import { type Comment, feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { catchFiles, decodePng } from "#testing/web/files.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";
import { longPlayback } from "#testing/web/shared-player.tsx";

const settings = page.getByRole("button", { name: "Player settings" });
const menu = page.getByRole("menu", { name: "Player settings" });
const item = (name: string) => menu.getByRole("menuitem", { name, exact: true });
const plain = item("Save frame as PNG");
const marked = item("Save with guides and drawings");

afterEach(() => {
  vi.restoreAllMocks();
});

async function openPreview(
  read: () => Playback = () => samplePlayback,
  comments: Comment[] = [],
  quality: "full" | "light" = "full",
) {
  const { api, open } = await startScreen(meera);
  localStorage.setItem("reelay-picture", quality);
  answerComments(api);
  if (comments.length > 0) {
    api.on(feedbackEndpoints.comments, () => ({ change: 1, comments, next: null, members: [] }));
  }
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  const requests = api.on(reviewEndpoints.preview, () =>
    samplePreview({ taskTitle: 'Lagoon: "low tide"', playback: read() }),
  );
  await open(previewPath(12));
  await expect.element(page.getByText(/^frame (1|-) of/)).toBeVisible();
  return { requests };
}

test("the displayed frame is saved by keyboard, in the resolution of the video", async () => {
  const nextFile = catchFiles();
  await openPreview();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  await expect.element(page.getByText("frame 4 of 50")).toBeVisible();
  (settings.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(plain).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const { name, blob } = await nextFile();
  expect(name).toBe("Lagoon_ _low tide_ v1 00-00-00-03.png");
  const { width, height } = await decodePng(blob);
  expect([width, height]).toEqual([160, 90]);
  await expect.element(page.getByText("Frame saved.")).toBeVisible();
  await expect.element(page.getByText("frame 4 of 50")).toBeVisible();
  expect(document.querySelectorAll("video")).toHaveLength(1);
});

test("guides and drawings are saved with the frame only if they are chosen", async () => {
  const nextFile = catchFiles();
  const box = { kind: "box", color: "red", width: 0.05, from: [0.4, 0.4], to: [0.6, 0.8] } as const;
  await openPreview(undefined, [{ ...sampleComment, drawing: { shapes: [box] } as Comment["drawing"] }]);
  await page.getByRole("article").getByText(sampleComment.text).click();
  await expect.element(page.getByRole("img", { name: `Drawing by ${anika.name}` })).toBeVisible();
  await settings.click();
  await menu.getByRole("menuitemradio", { name: "1:1", exact: true }).click();
  await plain.click();
  const without = await decodePng((await nextFile()).blob);
  const gray = without.at(80, 20);
  // The left of the mask, and the left side of the box.
  expect([without.at(10, 45), without.at(64, 54)]).toEqual([gray, gray]);
  await settings.click();
  await marked.click();
  const saved = await decodePng((await nextFile()).blob);
  expect([saved.width, saved.height]).toEqual([160, 90]);
  expect(saved.at(80, 20)).toEqual(gray);
  expect(saved.at(10, 45)).toEqual(gray.map((value) => expect.closeTo(value / 4, -1)));
  const [red = 0, green = 0] = saved.at(64, 54);
  expect(red - green).toBeGreaterThan(150);
});

test("with data saver, the frame is saved in full quality; after a failure, with a new URL", async () => {
  const nextFile = catchFiles();
  let playback: Playback = { ...samplePlayback, lightUrl: longPlayback.fileUrl, fileUrl: "/nothing.webm" };
  const { requests } = await openPreview(() => playback, [], "light");
  const video = document.querySelector<HTMLVideoElement>("[data-picture] video");
  await expect.poll(() => video?.videoWidth).toBe(64);
  const requested = requests.length;
  playback = { ...playback, fileUrl: samplePlayback.fileUrl, startTimecode: "10:00:00:00" };
  await settings.click();
  await plain.click();
  await expect.element(page.getByText(/^The frame couldn't be saved\./)).toBeVisible();
  await expect.poll(() => requests.length).toBeGreaterThan(requested);
  await settings.click();
  await expect.element(menu.getByRole("menuitemradio", { name: "Source timecode" })).toBeVisible();
  await plain.click();
  const { width, height } = await decodePng((await nextFile()).blob);
  expect([width, height]).toEqual([160, 90]);
  expect(video?.videoWidth).toBe(64);
});

test("a frame can't be saved before the file exists", async () => {
  await openPreview(() => ({ ...samplePlayback, fileUrl: null, playlistUrl: "/video.m3u8" }));
  await settings.click();
  await expect.element(menu.getByRole("menuitemradio", { name: "Full quality" })).toBeVisible();
  await expect.element(plain).not.toBeInTheDocument();
});

test.each([true, false])("a guest saves frames if the link allows the download: %s", async (mayDownload) => {
  const { api, open } = await startScreen(null);
  api.on(guestEndpoints.guestPreview, () => ({
    taskTitle: "Lagoon at low tide",
    creator: meera.name,
    editor: anika.name,
    version: 2,
    name: "Anna",
    mayComment: false,
    mayDownload,
    mayWatchTogether: false,
    endsAt: null,
    playback: samplePlayback,
  }));
  api.on(guestEndpoints.guestComments, () => ({ change: 0, comments: [], next: null }));
  await open(guestReviewPath("1c1a52d5-5b0f-4f0a-8a4c-0c8c5f5d1c11", "secret"));
  const nextFile = catchFiles();
  await settings.click();
  await expect.element(menu.getByRole("menuitemradio", { name: "Full quality" })).toBeVisible();
  expect(menu.getByRole("menuitem", { name: /^Save/ }).elements()).toHaveLength(mayDownload ? 2 : 0);
  if (!mayDownload) return;
  await plain.click();
  expect((await nextFile()).name).toBe("Lagoon at low tide v2 00-00-00-00.png");
});

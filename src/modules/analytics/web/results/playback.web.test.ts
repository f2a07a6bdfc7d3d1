import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { videoResultsPath } from "#core/paths.ts";
import { videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { alignedComment, sampleResults } from "#testing/web/analytics-samples.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { samplePlayback } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const seconds = 2;
const position = page.getByRole("slider", { name: "Position in the video" });

/** The results of a video of two seconds that is still stored, with a comment in its middle. */
async function openStored() {
  const screen = await startScreen(meera);
  const { video, ...results } = sampleResults();
  const comment = { ...alignedComment, seconds: 1, frame: 25 };
  const stored = { ...video, durationSeconds: seconds, frames: 50, playback: samplePlayback };
  screen.api.on(videosEndpoints.videoResults, () => ({
    ...results,
    video: stored,
    comments: [comment],
    chapters: [{ startSeconds: 0, frame: 0, title: "Herons" }],
  }));
  await screen.open(videoResultsPath(meera.role, 12));
  await expect.element(position).toBeInTheDocument();
  const media = document.querySelector("video");
  if (!media) throw new Error("There is no video.");
  await expect.poll(() => media.readyState).toBeGreaterThan(0);
  return { media };
}

/** The place of the playhead in percent of each lane: pictures, retention, comments. */
function playheadAt() {
  const x = document.querySelector("[data-playhead]")?.getBoundingClientRect().left ?? Number.NaN;
  return ["[data-storyboard]", "[data-chart]:has([data-curve])", "[role=toolbar]"].map((lane) => {
    const box = document.querySelector(lane)?.getBoundingClientRect() ?? new DOMRect();
    return Math.round(((x - box.left) / box.width) * 100);
  });
}
const allAt = (percent: number) => [percent, percent, percent];

test("keys move the playhead over all lanes, and the video with it", async () => {
  const { media } = await openStored();
  (await position.findElement()).focus();
  await userEvent.keyboard("{ArrowRight>10/}");
  await expect.poll(playheadAt).toEqual(allAt(10));
  await expect.poll(() => media.currentTime).toBeCloseTo(0.2, 1);
  await userEvent.keyboard("{End}");
  await expect.poll(playheadAt).toEqual(allAt(100));
  await expect.poll(() => media.currentTime).toBeCloseTo(seconds, 1);
  await page.getByRole("button", { name: /^Comment by meera/ }).click();
  await expect.poll(playheadAt).toEqual(allAt(50));
  await expect.poll(() => media.currentTime).toBeCloseTo(1, 1);
});

test("the pointer moves the playhead over all lanes, and not the video", async () => {
  const { media } = await openStored();
  const { width } = (await position.findElement()).getBoundingClientRect();
  await userEvent.hover(position, { position: { x: width / 4, y: 30 } });
  await expect.poll(playheadAt).toEqual(allAt(25));
  expect(media.currentTime).toBe(0);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.poll(playheadAt).toEqual(allAt(0));
});

test("the video plays until its end, with the playhead", async () => {
  const { media } = await openStored();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => media.ended).toBe(true);
  await expect.poll(playheadAt).toEqual(allAt(100));
  // The space bar on the timeline plays it again, from the beginning.
  (await position.findElement()).focus();
  const started = new Promise((resolve) => media.addEventListener("playing", resolve, { once: true }));
  await userEvent.keyboard(" ");
  await started;
  expect(media.ended).toBe(false);
});

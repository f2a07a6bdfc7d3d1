import { expect } from "@playwright/test";

import { previewPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { createTaskByCall, openTasks, signUp, type TestUser, uploadVideo } from "./support/people.ts";
import { test } from "./support/test.ts";
import { atLowPriority, expectDrawnFrame, openVersion, pausedFrame, secondsIn } from "./support/watching.ts";

test.describe("a version is watched", () => {
  let meera: TestUser;
  let anika: TestUser;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
  });

  test("from its first second on while the rest is prepared, and continues at its position when it is complete", async () => {
    const { page } = meera;
    const taskTitle = "Tape to tape";
    const file = await clip("prores-1080p-24s");
    const taskId = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    // Opened before the upload, it shows the preparation however fast that is.
    await page.goto(previewPath(taskId));
    await expect(page.getByRole("heading", { name: taskTitle })).toBeVisible();
    await Promise.all([
      expect(page.getByText(/Preparing \d+%\. You can watch the part that is ready/)).toBeVisible(),
      uploadVideo(anika, taskTitle, file),
    ]);
    const video = page.locator("video");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => secondsIn(page)).toBeGreaterThan(2);
    await expect(page.getByRole("slider", { name: "Seek" })).toHaveAttribute(
      "aria-valuetext",
      /of 00:00:23:23$/,
    );
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    const paused = await pausedFrame(page);
    await expectDrawnFrame(page, paused);

    await expect(page.getByText(/You can watch the part that is ready/)).toBeHidden(atLowPriority);
    await expect(video).toHaveAttribute("src", /\/rendition\/video\.mp4$/);
    await expectDrawnFrame(page, paused);
    await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, paused + 1);
  });

  test("with a waveform, and a preview at the pointer, on the timeline", { tag: "@sweep" }, async () => {
    const { page } = meera;
    await openVersion(meera, anika, { taskTitle: "Sixty seconds", file: await clip("h264-60s") });
    const bar = page.getByRole("slider", { name: "Seek" });
    // The server makes waveforms at a low priority, which other programs of the machine can delay for minutes.
    await expect(page.locator("[style*='clip-path'] path")).toBeAttached({ timeout: 300_000 });
    await bar.hover({ position: { x: 300, y: 10 } });
    await expect(page.locator("[style*='/storyboard001.jpg']")).toBeVisible();
  });
});

import { createElement } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { startScreen } from "#testing/web/open-screen.tsx";
import { samplePlayback } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

import { FrameDialog } from "./frame-dialog.tsx";

test("the thumbnail is chosen to the frame, named by its timecode", async () => {
  const { show } = await startScreen(meera);
  const nothing = () => undefined;
  show(
    createElement(FrameDialog, {
      url: samplePlayback.fileUrl ?? "",
      times: { rate: { num: 25, den: 1 }, startSeconds: 0 },
      onCancel: nothing,
      onCapture: nothing,
    }),
  );
  const dialog = page.getByRole("dialog", { name: "Thumbnail from the video" });
  await expect.element(dialog.getByText("00:00:00:16")).toBeVisible();
  await dialog.getByRole("button", { name: "One frame forward" }).click();
  await expect.element(dialog.getByText("00:00:00:17")).toBeVisible();
  const shown = () => document.querySelector("video")?.currentTime;
  await expect.poll(shown).toBeCloseTo(17.5 / 25, 3);
  const slider = dialog.getByRole("slider", { name: "Time in the video" });
  slider.element().focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  await expect.element(dialog.getByText("00:00:00:15")).toBeVisible();
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  await expect.element(dialog.getByText("00:00:00:00")).toBeVisible();
});

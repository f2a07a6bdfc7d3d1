import { expect, type Locator, type Page } from "@playwright/test";

import { numberSquares } from "#testing/clip-parts.ts";

import { card, createTaskByCall, openTasks, type TestUser, uploadVideo } from "./people.ts";

/** Preparing videos has low priority, so it is slow on a busy machine. */
export const atLowPriority = { timeout: 240_000 };

/** An editor uploads a version for a new task and the creator opens its preview. */
export async function openVersion(
  creator: TestUser,
  editor: TestUser,
  version: { taskTitle: string; file: string },
): Promise<void> {
  const { taskTitle, file } = version;
  await createTaskByCall(creator, { taskTitle, assignedTo: editor.name });
  await uploadVideo(editor, taskTitle, file);
  await openTasks(creator);
  await card(creator, taskTitle).getByRole("link", { name: "Preview" }).click();
  await expect.poll(() => drawnFrame(creator.page)).not.toBeNull();
}

/** Position of the player in seconds. */
export async function secondsIn(page: Page): Promise<number> {
  return page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
}

/**
 * Expects the frame label, which counts from 1, and the visible picture to show this frame, counted from 0. `picture` is the
 * number in the picture, where the video repeats frames.
 */
export async function expectDrawnFrame(page: Page, frame: number, picture = frame): Promise<void> {
  await expect(page.getByText(new RegExp(`^frame ${(frame + 1).toLocaleString("en-US")}\\b`))).toBeVisible();
  await expect.poll(() => drawnFrame(page)).toBe(picture);
}

/** The frame that a paused video shows, once it does: the browser may still be looking for it. */
export async function pausedFrame(page: Page): Promise<number> {
  let frame: number | null = null;
  await expect.poll(async () => (frame = await drawnFrame(page))).not.toBeNull();
  return frame ?? Number.NaN;
}

/** The frame number encoded in the squares of the visible picture (see `picture` of the clips); null while there is none. */
export async function drawnFrame(page: Page, video = page.locator("video")): Promise<number | null> {
  return numberIn(video);
}

/** The frame number encoded in the squares of a video or canvas; null while a video has no picture. */
export async function numberIn(picture: Locator): Promise<number | null> {
  return picture.evaluate((picture: HTMLVideoElement | HTMLCanvasElement, squares) => {
    const isVideo = picture instanceof HTMLVideoElement;
    if (isVideo && (picture.readyState < 2 || picture.seeking || picture.videoWidth === 0)) return null;
    const canvas = document.createElement("canvas");
    canvas.width = isVideo ? picture.videoWidth : picture.width;
    canvas.height = isVideo ? picture.videoHeight : picture.height;
    const drawing = canvas.getContext("2d");
    if (!drawing) return null;
    drawing.drawImage(picture, 0, 0);
    const side = canvas.width / 16;
    let number = 0;
    for (let digit = 0; digit < squares; digit += 1) {
      const [brightness = 0] = drawing.getImageData((digit + 0.5) * side, side / 2, 1, 1).data;
      if (brightness > 128) number += 2 ** digit;
    }
    return number;
  }, numberSquares);
}

import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { z } from "zod";

import { previewPath } from "#core/paths.ts";
import { type RoomState, roomState } from "#modules/rooms/contract/room-state.ts";

import { createTaskByCall, type TestUser } from "./people.ts";
import { uploadByCall } from "./publishing.ts";
import { drawnFrame } from "./watching.ts";

/** Outside of the test runner, as in a benchmark, expectations would last 5 seconds. */
const patient = { timeout: 90_000 };

/** A task with a version in review, which the pages of creator and editor show. */
export async function openReview(
  { creator, editor }: { creator: TestUser; editor: TestUser },
  { taskTitle, file }: { taskTitle: string; file: string },
): Promise<number> {
  const taskId = await createTaskByCall(creator, { taskTitle, assignedTo: editor.name });
  await uploadByCall({ creator, editor }, { taskId, file });
  await Promise.all([creator, editor].map(({ page }) => openPreview(page, taskId)));
  return taskId;
}

export async function openPreview(page: Page, taskId: number): Promise<void> {
  await page.goto(previewPath(taskId));
  await expect.poll(() => drawnFrame(page)).not.toBeNull();
}

const createdLink = z.object({ data: z.object({ id: z.string(), path: z.string() }) });

export interface Guest {
  page: Page;
  context: BrowserContext;
  linkId: string;
}

/** A guest called Anna with a new link to the version in review, and its page. */
export async function openAsGuest(
  browser: Browser,
  creator: TestUser,
  {
    url,
    taskId,
    device = {},
  }: { url: string; taskId: number; device?: Parameters<Browser["newContext"]>[0] },
): Promise<Guest> {
  const created = await creator.context.request.post(`/api/v1/task/guest-links/${taskId}`, {
    data: { mayComment: true, mayWatchTogether: true },
  });
  expect(created.status(), await created.text()).toBe(200);
  const { id: linkId, path } = createdLink.parse(await created.json()).data;
  const context = await browser.newContext({ ...device, baseURL: url });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel("Your name").fill("Anna");
  await page.getByRole("button", { name: "Open the review" }).click();
  await expect.poll(() => drawnFrame(page)).not.toBeNull();
  return { page, context, linkId };
}

/** The bar of those who are in a room. */
export function roomBar(page: Page) {
  return page.getByRole("region", { name: "Watching together" });
}

export async function startRoom(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Watch together" }).click();
  await expect(roomBar(page)).toBeVisible(patient);
}

export async function joinRoom(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(roomBar(page)).toBeVisible(patient);
}

/** Waits until these are the participants that a page shows; names of users are only beginnings. */
export async function expectParticipants(page: Page, names: readonly string[]): Promise<void> {
  const button = roomBar(page).getByRole("button", { name: /^Watching together: / });
  const label = async () =>
    (await button.locator(".sr-only").textContent())?.replace("Watching together: ", "");
  await expect
    .poll(async () =>
      (await label())
        ?.split("; ")
        .map((name) => name.replace(/[, (].*/, ""))
        .toSorted(),
    )
    .toEqual(names.toSorted());
}

const roomReply = z.object({ data: z.object({ state: roomState }).nullable() });

/** The state of a task's room on the server; null if there is no room. */
export async function readRoom({ context }: TestUser, taskId: number): Promise<RoomState | null> {
  const response = await context.request.get(`/api/v1/task/rooms/${taskId}`);
  expect(response.status(), await response.text()).toBe(200);
  return roomReply.parse(await response.json()).data?.state ?? null;
}

const isPlaying = async (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => !video.paused && !video.seeking);

export async function expectPlaying(pages: readonly Page[]): Promise<void> {
  for (const page of pages) await expect.poll(() => isPlaying(page), patient).toBe(true);
}

/** Waits until the pictures of paused videos are the same, and returns the frame. */
export async function expectSameFrame(pages: readonly Page[], frame?: number): Promise<number> {
  let frames: (number | null)[] = [];
  const read = async () => {
    const states = await Promise.all(
      pages.map(async (page) => ((await isPlaying(page)) ? null : drawnFrame(page))),
    );
    frames = states;
    return states;
  };
  await expect
    .poll(async () => {
      const [first = null, ...others] = await read();
      const isSame = first !== null && others.every((other) => other === first);
      return isSame && (frame === undefined || first === frame) ? "same" : frames.join(" ");
    }, patient)
    .toBe("same");
  return frames[0] ?? Number.NaN;
}

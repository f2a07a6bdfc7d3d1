import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { messagesPath, tasksPath } from "#core/paths.ts";
import { clearPersonalStorage } from "#core/web/personal-storage.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika } from "#testing/web/samples.ts";

import { type RunningUpload, useUploads } from "./uploads.ts";

const bar = page.getByRole("region", { name: "Uploads" });

/** The Tasks screen of an editor while a file is being uploaded. */
async function openWhileUploading(change: Partial<RunningUpload> = {}) {
  const controls = {
    pause: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    cancel: vi.fn(async () => undefined),
    leave: vi.fn(async () => undefined),
  };
  const upload: RunningUpload = {
    key: "version-12",
    taskId: 12,
    title: "Lagoon at low tide",
    path: tasksPath("EDITOR", 12),
    video: { file: new File(["cut"], "cut.mp4"), type: "video/mp4" },
    files: null,
    phase: "sending",
    sentBytes: 432e6,
    totalBytes: 1.2e9,
    bytesPerSecond: 3.8e6,
    failure: null,
    ...controls,
    ...change,
  };
  const set = (next: Partial<RunningUpload>) => useUploads.setState({ uploads: [{ ...upload, ...next }] });
  const { api, open } = await startScreen(anika);
  api.on(boardEndpoints.fetchTasks, () => []);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(messagesEndpoints.conversations, () => []);
  await open(tasksPath("EDITOR"));
  await expect.element(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
  set({});
  await expect.element(bar).toBeVisible();
  return { ...controls, set };
}

test("the bar of an upload has bytes, speed and time left, and stays on the next screen", async () => {
  await openWhileUploading();
  for (const text of ["36%", "432.0 MB of 1.20 GB", "3.8 MB/s · 3:23 left"]) {
    await expect.element(bar).toMatchTextContent(text);
  }
  await page.getByRole("link", { name: "Messages" }).click();
  await expect.poll(() => location.pathname).toBe(messagesPath("EDITOR"));
  await expect.element(bar).toMatchTextContent("36%");
  await bar.getByRole("link", { name: "Lagoon at low tide" }).click();
  await expect.poll(() => location.search).toBe("?task=12");
});

test("an upload is paused, resumed, and cancelled after a question", async () => {
  const { pause, resume, cancel, set } = await openWhileUploading();
  await bar.getByRole("button", { name: "Pause upload" }).click();
  expect(pause).toHaveBeenCalledOnce();
  set({ phase: "paused", bytesPerSecond: 0 });
  await expect.element(bar).toMatchTextContent("paused");
  await bar.getByRole("button", { name: "Resume upload" }).click();
  expect(resume).toHaveBeenCalledOnce();
  await bar.getByRole("button", { name: "Cancel upload" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel this upload?" });
  await question.getByRole("button", { name: "Keep upload" }).click();
  expect(cancel).not.toHaveBeenCalled();
  await bar.getByRole("button", { name: "Cancel upload" }).click();
  await question.getByRole("button", { name: "Cancel upload" }).click();
  expect(cancel).toHaveBeenCalledOnce();
});

test("a failed upload states the reason until it is dismissed", async () => {
  await openWhileUploading({ phase: "failed", failure: "There is not enough storage space for this file." });
  await expect
    .element(bar)
    .toMatchTextContent("Upload failed: There is not enough storage space for this file.");
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

test.each([1440, 1024, 390])("the bar covers nothing at the end of a page (%i px)", async (width) => {
  await openWhileUploading();
  await page.viewport(width, 800);
  const top = () => bar.element().getBoundingClientRect().top;
  const end = () => page.getByRole("navigation", { name: "Main" }).element().getBoundingClientRect().bottom;
  await expect.poll(() => Math.abs(end() - top())).toBeLessThan(1);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test("uploads stop when their user logs out", async () => {
  const { leave } = await openWhileUploading();
  clearPersonalStorage();
  expect(leave).toHaveBeenCalledOnce();
});

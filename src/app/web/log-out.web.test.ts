import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { settingsPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { type RunningUpload, useUploads } from "#modules/media/web/public/uploads.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, sampleTask } from "#testing/web/samples.ts";

const upload = (title: string, change: Partial<RunningUpload> = {}): RunningUpload => ({
  key: `version-${title.length}`,
  taskId: title.length,
  title,
  path: tasksPath("EDITOR", 12),
  video: { file: new File([], `${title}.mov`), type: "video/quicktime" },
  files: null,
  phase: "sending",
  sentBytes: 36,
  totalBytes: 100,
  bytesPerSecond: 1,
  failure: null,
  pause: vi.fn<() => void>(),
  resume: vi.fn<() => void>(),
  cancel: vi.fn<() => Promise<void>>(),
  leave: vi.fn<() => Promise<void>>(),
  ...change,
});

afterEach(() => useUploads.setState({ uploads: [] }));

const failed = upload("Harbour", { phase: "failed", failure: "The file has changed." });

test.each([
  [[], ""],
  [[failed], ""],
  [
    [upload("Lagoon"), failed],
    "The upload for “Lagoon” stops at 36%. To resume it, log in again and choose the same file.",
  ],
  [
    [upload("Lagoon", { phase: "paused" }), upload("Ferry")],
    "2 uploads stop. To resume them, log in again and choose the same files.",
  ],
])("a logout says which uploads it stops: %#", async (uploads, text) => {
  const { api, open } = await startScreen(anika);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [sampleTask()]);
  await open(tasksPath("EDITOR"));
  useUploads.setState({ uploads });
  await page.getByRole("button", { name: "Logout" }).first().click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to Log out ?" });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog).toHaveAccessibleDescription(text);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(uploads.every(({ leave }) => vi.mocked(leave).mock.calls.length === 0)).toBe(true);
});

test("on a phone, the settings have the logout instead of the bottom bar", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  await page.viewport(390, 844);
  await open(settingsPath("EDITOR"));
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect.element(bar.getByRole("link", { name: "Tasks" })).toBeVisible();
  await expect.element(bar.getByText("Logout")).not.toBeVisible();
  const logOut = page.getByRole("main").getByRole("button", { name: "Log out" });
  expect(logOut.element().getBoundingClientRect().bottom).toBeLessThan(844);
  await logOut.click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
});

test("a user without a role logs out in the bottom bar, since other screens ask for the role", async () => {
  const { open } = await startScreen({ ...anika, role: "NORMAL" });
  await page.viewport(390, 844);
  await open(tasksPath("NORMAL"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Logout" }).click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
});

test("the browser asks before it closes a page that is uploading, and only then", () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asks()).toBe(false);
  useUploads.setState({ uploads: [upload("Lagoon", { phase: "paused" }), failed] });
  expect(asks()).toBe(true);
  useUploads.setState({ uploads: [failed] });
  expect(asks()).toBe(false);
});

import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import {
  checkProgressPath,
  notificationsPath,
  previewPath,
  pricingPath,
  privacyPath,
  startUploadPath,
  taskUpdatePath,
  tasksPath,
} from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

/** A creator's browser on a server that has no tasks and finds nothing else. */
async function startEmpty() {
  const screen = await startScreen(meera);
  screen.api.refuseOthers(commonError("not_found"));
  screen.api.on(reviewEndpoints.preview, () => {
    throw commonError("not_found");
  });
  screen.api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  screen.api.on(boardEndpoints.fetchTasks, () => []);
  return screen;
}

test.each([
  ...["tasks", "profile/meera", "notifications", "settings"].map((name) => `/y/${name}`),
  previewPath(1),
  taskUpdatePath(1),
  checkProgressPath(1),
])("the palette opens on every work screen: %s", async (path) => {
  const { open } = await startEmpty();
  const palette = page.getByRole("dialog", { name: "Search" });
  await open(path);
  await expect.element(page.getByRole("main")).toBeVisible();
  await expect
    .poll(
      async () => {
        if (palette.elements().length === 0) await userEvent.keyboard("{Control>}j{/Control}");
        return palette.elements().length;
      },
      { interval: 300 },
    )
    .toBe(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
});

test.each([
  tasksPath("YOUTUBER"),
  notificationsPath("YOUTUBER"),
  previewPath(1),
  checkProgressPath(1),
  privacyPath,
])("the settings are one step away from every screen, or in its menu: %s", async (path) => {
  const { open } = await startEmpty();
  await open(path);
  if (path === previewPath(1)) await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await expect.element(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Download my data" })).toBeVisible();
});

test("the preview of an unknown task offers no retry", async () => {
  const { open } = await startEmpty();
  await open(previewPath(1));
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Error loading video preview/);
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test("the start page leads to the first task, and has no contact without a setting", async () => {
  const { open } = await startEmpty();
  await open("/");
  await page.getByRole("link", { name: "Create your first task" }).first().click();
  await expect.element(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
  await open(pricingPath);
  await expect.element(page.getByRole("contentinfo")).toBeVisible();
  const support = page.getByRole("contentinfo").getByRole("navigation", { name: "Support" });
  await expect.element(support).not.toBeInTheDocument();
});

test("an upload that a previous user of this browser has started isn't resumed", async () => {
  const { open } = await startEmpty();
  const startedBy = (by: number) =>
    localStorage.setItem("upload-video-storage", JSON.stringify({ state: { taskId: 1, by }, version: 0 }));
  const nothing = page.getByText(/no taskId was provided/);
  startedBy(meera.id + 1);
  await open(startUploadPath);
  await expect.element(nothing).toBeVisible();
  startedBy(meera.id);
  await open(startUploadPath);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.element(nothing).not.toBeInTheDocument();
});

test("a browser reports its time zone to an account with another one", async () => {
  const abroad = await startScreen({ ...meera, timeZone: "America/Lima" });
  const reports = abroad.api.on(peopleEndpoints.setTimeZone, () => null);
  await abroad.open("/y/tasks-of-nobody");
  await expect
    .poll(() => reports.map(({ body }) => body.timeZone))
    .toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone]);
});

import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { taskFilesPath, tasksPath } from "#core/paths.ts";
import { footageEndpoints, type FootageFile, type FootageOverview } from "#modules/footage/contract/files.ts";
import { footageChanged } from "#modules/footage/realtime-messages.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { footageOnly, sampleFile, sampleOverview } from "#testing/web/footage-samples.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera, sampleTask } from "#testing/web/samples.ts";

const three = [sampleFile(1), sampleFile(2), sampleFile(3)];

/** The creator's browser with a task that has these files. */
async function startFiles(overview: FootageOverview = footageOnly, files: FootageFile[] = three) {
  const screen = await startScreen(meera);
  screen.api.on(tasksEndpoints.fetchTask, () => sampleTask());
  screen.api.on(footageEndpoints.footageOverview, () => overview);
  const lists = screen.api.on(footageEndpoints.footageFiles, () => files);
  return { ...screen, lists };
}

const row = (name: string | RegExp) => page.getByRole("row", { name });
const rowNames = () =>
  [...document.querySelectorAll("[data-item] button")].map(({ firstChild }) => firstChild?.textContent);

test("files and folders with totals that include the folders in them", async () => {
  const { open } = await startFiles();
  await open(taskFilesPath(12));
  await expect.element(row(/A001.*3 files.*84\.00/)).toBeVisible();
  await expect.element(page.getByText(/^6 files, 84\.04/)).toBeVisible();
  await expect.poll(rowNames).toEqual(["A001", "Sound", "C0001.mov", "C0002.mov", "C0003.mov"]);
  await expect.poll(() => document.title).toBe("Files of Lagoon at low tide · Reelay");
  await expect
    .element(page.getByRole("link", { name: "Lagoon at low tide" }))
    .toHaveAttribute("href", tasksPath("YOUTUBER", 12));
});

test("what each side has sent is apart, and the address names the folder", async () => {
  const { open, reload, lists } = await startFiles(sampleOverview);
  await open(taskFilesPath(12));
  await expect.poll(rowNames).toEqual(["Footage", "From Dev Kapoor"]);
  expect(lists).toEqual([]);
  await page.getByRole("button", { name: "From Dev Kapoor" }).click();
  await page.getByRole("button", { name: "Project" }).click();
  const crumbs = page.getByRole("navigation", { name: "Folders" });
  await expect.element(crumbs).toMatchTextContent("All files/From Dev Kapoor/Project");
  expect(location.search).toBe("?from=4&folder=Project");
  await expect.poll(() => lists.at(-1)?.query).toMatchObject({ deliveredBy: 4, folder: "Project" });
  await reload();
  await expect.element(crumbs).toMatchTextContent("All files/From Dev Kapoor/Project");
  await crumbs.getByRole("link", { name: "All files" }).click();
  await expect.poll(rowNames).toEqual(["Footage", "From Dev Kapoor"]);
  history.back();
  await expect.element(crumbs).toMatchTextContent("All files/From Dev Kapoor/Project");
});

test("the search asks for files of all folders, with kind and order", async () => {
  const { open, lists } = await startFiles(sampleOverview);
  await open(taskFilesPath(12));
  await page.getByRole("searchbox", { name: "Search all folders" }).fill("C00");
  await page.getByLabelText("Kind", { exact: true }).selectOptions("Camera original");
  await page.getByLabelText("Sort by").selectOptions("Largest");
  await expect
    .poll(() => lists.at(-1)?.query)
    .toMatchObject({ search: "C00", kind: "camera_original", order: "largest", folder: "" });
  await expect.poll(rowNames).toEqual(["C0001.mov", "C0002.mov", "C0003.mov"]);
});

test("rows are selected with the keyboard, and the count is spoken", async () => {
  const { open } = await startFiles({ ...footageOnly, folders: footageOnly.folders.slice(0, 1) });
  await open(taskFilesPath(12));
  await expect.element(row(/C0001/)).toBeVisible();
  row(/C0001/).element().focus();
  await userEvent.keyboard(" {ArrowDown}");
  await expect.element(row(/C0001/)).toHaveAttribute("aria-selected", "true");
  await expect.element(row(/C0002/)).toHaveFocus();
  const count = page.getByRole("toolbar", { name: "Selected files" }).getByRole("status");
  await expect.element(count).toMatchTextContent(/^1 file, 1\.0\sMB selected$/);
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await expect.element(count).toMatchTextContent(/^3 files, 6\.0\sMB selected$/);
  await userEvent.keyboard("{Escape}");
  await expect.element(count).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.element(count).toMatchTextContent(/^3 files/);
  await userEvent.keyboard("{Home} {Enter}");
  await expect.element(page.getByRole("dialog", { name: "C0001.mov" })).toBeVisible();
});

test("a click with Shift selects all files between", async () => {
  const { open } = await startFiles();
  await open(taskFilesPath(12));
  await page.getByRole("checkbox", { name: "Select Sound" }).click();
  await page.getByRole("checkbox", { name: "Select C0002.mov" }).click({ modifiers: ["Shift"] });
  const selected = () => document.querySelectorAll('[aria-selected="true"]').length;
  await expect.poll(selected).toBe(3);
});

test("a selection is downloaded as one ZIP, and what is missing in it is named", async () => {
  const { api, open } = await startFiles();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(new URL(this.href).pathname);
  });
  const downloads = api.on(footageEndpoints.createDownload, () => ({
    id: crypto.randomUUID(),
    url: "/api/zip",
    name: "Lagoon.zip",
    bytes: 84_000_000_000,
    files: 4,
    omitted: 2,
  }));
  await open(taskFilesPath(12));
  await page.getByRole("checkbox", { name: "Select A001" }).click();
  await page.getByRole("checkbox", { name: "Select C0002.mov" }).click();
  await page.getByRole("button", { name: "Download ZIP" }).click();
  await expect.element(page.getByText("2 files are not included")).toBeVisible();
  expect(downloads[0]?.body).toEqual({
    fileIds: [sampleFile(2).id],
    folders: [{ deliveredBy: null, folder: "A001" }],
  });
  expect(clicked).toEqual(["/api/zip"]);
  vi.restoreAllMocks();
});

test("deleting asks first, with number and size", async () => {
  const { api, open } = await startFiles();
  const deletions = api.on(footageEndpoints.deleteFiles, () => ({ deleted: 2 }));
  await open(taskFilesPath(12));
  await page.getByRole("checkbox", { name: "Select C0001.mov" }).click();
  await page.getByRole("checkbox", { name: "Select C0002.mov" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 files?" });
  await expect.element(question).toMatchTextContent(/3\.0\sMB are deleted from the server/);
  expect(deletions).toEqual([]);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("2 files deleted")).toBeVisible();
  expect(deletions[0]?.body.fileIds).toEqual([sampleFile(1).id, sampleFile(2).id]);
  await expect.element(page.getByRole("toolbar", { name: "Selected files" })).not.toBeInTheDocument();
});

test("files of others offer no deletion", async () => {
  const { open } = await startFiles(footageOnly, [sampleFile(1), sampleFile(2, { mayDelete: false })]);
  await open(taskFilesPath(12));
  await page.getByRole("checkbox", { name: "Select C0001.mov" }).click();
  await expect.element(page.getByRole("button", { name: "Delete" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select C0002.mov" }).click();
  await expect.element(page.getByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});

test("an open file shows its proof, and leads to the next one", async () => {
  const original = sampleFile(1, { kind: "camera_original", name: "A001_C001.R3D", type: null });
  const damaged = { ...sampleFile(2, { state: "damaged", sha256: null, url: null }), compared: false };
  const { open } = await startFiles(footageOnly, [original, damaged]);
  await open(taskFilesPath(12));
  await page.getByRole("button", { name: "A001_C001.R3D" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(/browsers can't show a picture of it/);
  await expect.element(dialog).toMatchTextContent(/Verified: the stored file has the checksum/);
  await expect.element(dialog).toMatchTextContent(new RegExp(original.sha256 ?? ""));
  await dialog.getByRole("button", { name: "Next file" }).click();
  await expect.element(page.getByRole("dialog", { name: "C0002.mov" })).toMatchTextContent(/Send it again/);
});

test("the view is remembered", async () => {
  const { open, reload } = await startFiles();
  await open(taskFilesPath(12));
  await page.getByRole("button", { name: "Show as grid" }).click();
  await reload();
  await expect.element(page.getByRole("button", { name: "Show as list" })).toBeVisible();
});

test("a realtime message refetches, and a failure can be tried again", async () => {
  const { api, realtime, open } = await startFiles();
  api.on(footageEndpoints.footageOverview, () => {
    throw new AppError({ code: "unknown", status: 500, message: "The database is busy." });
  });
  await open(taskFilesPath(12));
  await realtime.connect();
  await expect.element(page.getByText("The database is busy.")).toBeVisible();
  api.on(footageEndpoints.footageOverview, () => ({ ...footageOnly, folders: [] }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No files yet")).toBeVisible();
  api.on(footageEndpoints.footageOverview, () => footageOnly);
  realtime.send(footageChanged, { taskId: 12 });
  await expect.element(row(/C0001/)).toBeVisible();
});

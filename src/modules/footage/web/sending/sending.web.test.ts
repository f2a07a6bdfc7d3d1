import { createElement, Fragment } from "react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { clearPersonalStorage } from "#core/web/personal-storage.ts";
import {
  type AnnouncedFile,
  type AnnouncedResult,
  footageEndpoints,
} from "#modules/footage/contract/files.ts";
import { useUploads } from "#modules/media/web/public/uploads.ts";
import { fakeUploads } from "#testing/web/fake-uploads.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

import { AddFiles } from "./add-files.tsx";
import { fromHandles, fromInput } from "./collect-files.ts";
import { ContinueSending } from "./continue-sending.tsx";
import { DropZone } from "./drop-zone.tsx";
import { sendFiles } from "./send-files.ts";
import { SendingProgress } from "./sending-progress.tsx";
import { useSendings } from "./sendings.ts";
import { readSelections } from "./stored-handles.ts";

const task = { taskId: 12, title: "Lagoon" };
const progress = page.getByRole("region", { name: "Sending files" });
const unsent = page.getByRole("region", { name: "Unsent files" });

beforeEach(() => void vi.spyOn(toast, "error"));

afterEach(async () => {
  for (const sending of Object.values(useSendings.getState())) await sending.cancel();
  clearPersonalStorage();
});

/** The screen of a task's files, whose server sends the results of `answer`; null opens an upload. */
async function openScreen(answer: (file: AnnouncedFile) => AnnouncedResult | null = () => null) {
  const { api, show } = await startScreen(meera);
  const server = fakeUploads(api);
  const batches = api.on(footageEndpoints.beginFiles, ({ body }) =>
    body.files.map((file) => answer(file) ?? begin(file)),
  );
  const begin = ({ path, bytes }: AnnouncedFile): AnnouncedResult => {
    const uploadUrl = server.open(path, bytes);
    const received = server.uploads.get(path)?.content.length ?? 0;
    return { result: "send", fileId: crypto.randomUUID(), uploadUrl, received, bytes };
  };
  const unfinished = { files: 0, bytes: 0, received: 0 };
  api.on(footageEndpoints.footageOverview, () => ({
    folders: [],
    people: [],
    unfinished,
    verifying: { files: 0, bytes: 0 },
    deliveredBy: null,
    abilities: { add: true, deleteAll: true },
  }));
  const content = createElement(
    Fragment,
    null,
    createElement(AddFiles, task),
    createElement(ContinueSending, task),
    createElement(SendingProgress, { taskId: 12 }),
  );
  const zone = { ...task, enabled: true, children: content };
  const render = () => show(createElement(DropZone, zone));
  render();
  return { api, server, batches, unfinished, render };
}

const named = (path: string, content: BlobPart = path) => {
  const file = new File([content], path.split("/").at(-1) ?? "", { lastModified: 1_700_000_000_000 });
  Object.defineProperty(file, "webkitRelativePath", { value: path.includes("/") ? path : "" });
  return file;
};

test("files of a folder are announced in batches shortly before they are sent, four at once", async () => {
  const { server, batches } = await openScreen();
  const held = Promise.withResolvers<void>();
  server.hold(held.promise);
  const files = Array.from({ length: 250 }, (_, at) => named(`Card A/CLIP/C${at}.MP4`));
  sendFiles(task, fromInput([...files, named("Card A/.DS_Store"), named("Card A/a\\b.mov")]));
  await expect.poll(() => server.begun).toHaveLength(4);
  expect(batches).toHaveLength(1);
  expect(batches[0]?.body.files).toHaveLength(100);
  await expect.element(progress).toMatchTextContent("1 file left out");
  await expect.element(progress).toMatchTextContent("This path contains a backslash");
  held.resolve();
  await expect.element(progress).toMatchTextContent("250 of 250 files sent");
  expect(batches.map(({ body }) => body.files.length)).toEqual([100, 100, 50]);
  expect(server.begun.slice(0, 2)).toEqual(["Card A/CLIP/C0.MP4", "Card A/CLIP/C1.MP4"]);
  expect(server.mostAtOnce()).toBe(4);
  const first = server.uploads.get("Card A/CLIP/C0.MP4");
  expect(new TextDecoder().decode(first?.content)).toBe("Card A/CLIP/C0.MP4");
  expect(first?.sha256).toMatch(/^[\da-f]{64}$/);
  expect(useUploads.getState().uploads).toEqual([]);
});

test("an empty file is sent", async () => {
  const { server } = await openScreen();
  sendFiles(task, fromInput([named("empty.txt", "")]));
  await expect.element(progress).toMatchTextContent("1 of 1 file sent");
  expect(server.uploads.get("empty.txt")?.isDeleted).toBe(false);
});

test("a file that may be there already is compared by its SHA-256", async () => {
  const { batches } = await openScreen(({ sha256 }) => ({
    result: sha256 ? "present" : "compare",
    fileId: "0197a1b2-0000-7000-8000-000000000001",
  }));
  sendFiles(task, fromInput([named("notes.txt", "abc")]));
  await expect.element(progress).toMatchTextContent("1 of 1 file sent");
  expect(batches[1]?.body.files[0]?.sha256).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("a refused file is listed with its reason, and the others are sent", async () => {
  const { server } = await openScreen(({ path }) =>
    path === "a.mov" ? { result: "refused", reason: "Another file has this name." } : null,
  );
  sendFiles(task, fromInput([named("a.mov"), named("b.mov")]));
  await expect.element(progress).toMatchTextContent("1 of 2 files sent");
  await expect.element(progress).toMatchTextContent("a.mov Another file has this name.");
  expect(server.begun).toEqual(["b.mov"]);
  await progress.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(progress).not.toBeInTheDocument();
});

test("sending is paused, continued, and cancelled after a question, which deletes what is incomplete", async () => {
  const { server } = await openScreen();
  const held = Promise.withResolvers<void>();
  server.hold(held.promise);
  sendFiles(task, fromInput(Array.from({ length: 10 }, (_, at) => named(`${at}.txt`))));
  await expect.poll(() => server.begun).toHaveLength(4);
  await progress.getByRole("button", { name: "Pause" }).click();
  await expect.element(progress).toMatchTextContent("paused");
  held.resolve();
  await expect.element(progress).toMatchTextContent("4 of 10 files sent");
  expect(server.begun).toHaveLength(4);
  const again = Promise.withResolvers<void>();
  server.hold(again.promise);
  await progress.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => server.begun).toHaveLength(8);
  await progress.getByRole("button", { name: "Cancel upload" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel this upload?" });
  await expect.element(question).toMatchTextContent("4 of 10 files were sent and stay in the task.");
  await question.getByRole("button", { name: "Cancel upload" }).click();
  await expect.element(progress).not.toBeInTheDocument();
  await expect.poll(() => [...server.uploads.values()].filter((upload) => upload.isDeleted)).toHaveLength(6);
  again.resolve();
});

test("after a reload, one click sends what is missing of a folder", async () => {
  const { server, batches, render } = await openScreen(({ path }) =>
    path === "card/0.txt" && server.begun.length > 0
      ? { result: "present", fileId: "0197a1b2-0000-7000-8000-000000000001" }
      : null,
  );
  const handle = await folderOnDisk("card", 3);
  const held = Promise.withResolvers<void>();
  server.hold(held.promise);
  sendFiles(task, await fromHandles([handle]));
  await expect.poll(() => server.begun).toHaveLength(3);
  // As a closed page: nothing is cancelled, and the storage stays.
  await useSendings.getState()[12]?.leave();
  held.resolve();
  server.hold(null);
  render();
  await expect.element(unsent).toMatchTextContent("3 files, 30 B, haven't been sent yet.");
  Object.assign(FileSystemHandle.prototype, { requestPermission: async () => "granted" });
  await unsent.getByRole("button", { name: "Continue" }).click();
  await expect.element(progress).toMatchTextContent("3 of 3 files sent");
  expect(batches).toHaveLength(2);
  await expect.element(unsent).not.toBeInTheDocument();
  render();
  await expect.element(page.getByRole("button", { name: "Add folder" })).toBeVisible();
  await expect.element(unsent).not.toBeInTheDocument();
});

test("a file that changes while it is sent is refused without blocking the others, and can be tried again", async () => {
  const { server } = await openScreen();
  const handle = await folderOnDisk("takes", 2);
  const chosen = await fromHandles([handle]);
  await write(await handle.getFileHandle("0.txt"), "another and longer content");
  sendFiles(task, chosen);
  await expect.element(progress).toMatchTextContent("1 of 2 files sent");
  await expect.element(progress).toMatchTextContent("takes/0.txt This file was changed or moved");
  await progress.getByRole("button", { name: "Try again" }).click();
  await expect.element(progress).toMatchTextContent("2 of 2 files sent");
  expect(new TextDecoder().decode(server.uploads.get("takes/0.txt")?.content)).toBe(
    "another and longer content",
  );
});

test("without handles, unfinished uploads say to choose the same files again", async () => {
  const { unfinished, render } = await openScreen();
  Object.assign(unfinished, { files: 3, bytes: 4e9, received: 1e9 });
  render();
  await expect.element(unsent).toMatchTextContent("3 files, 4.00 GB, were not sent completely.");
});

test("dropped files and those of the picker for folders are sent", async () => {
  const { server } = await openScreen();
  const dropped = new DataTransfer();
  dropped.items.add(named("a.wav"));
  const target = page.getByRole("button", { name: "Add files" }).element();
  const event = (type: string) =>
    new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true });
  target.dispatchEvent(event("dragenter"));
  await expect.element(page.getByText("Drop to send to this task")).toBeVisible();
  target.dispatchEvent(event("drop"));
  await expect.element(page.getByText("Drop to send to this task")).not.toBeInTheDocument();
  await expect.element(progress).toMatchTextContent("1 of 1 file sent");
  const folder = document.querySelector<HTMLInputElement>('input[aria-label="Folder"]');
  expect(folder?.webkitdirectory).toBe(true);
  Object.defineProperty(folder, "files", { value: [named("Card/B.MP4")] });
  folder?.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => server.begun).toEqual(["a.wav", "Card/B.MP4"]);
});

test("a busy server is waited for, and a refusal of all files stops until the user tries again", async () => {
  const { api, server } = await openScreen();
  const answers = [{ status: 429, retryAfterSeconds: 1 }, { status: 507 }];
  const batches = api.on(footageEndpoints.beginFiles, ({ body }) => {
    const failure = answers.shift();
    if (failure) throw new AppError({ ...failure, code: "failure", message: "Your storage is full." });
    return body.files.map(({ path, bytes }) => {
      const uploadUrl = server.open(path, bytes);
      return { result: "send", fileId: crypto.randomUUID(), uploadUrl, received: 0, bytes };
    });
  });
  sendFiles(task, fromInput([named("a.wav")]));
  await expect.element(progress).toMatchTextContent("connection lost, retrying");
  await expect.element(progress).toMatchTextContent("Sending stopped: Your storage is full.");
  expect(batches).toHaveLength(2);
  await progress.getByRole("button", { name: "Try again" }).click();
  await expect.element(progress).toMatchTextContent("1 of 1 file sent");
});

test("files that are being sent already are not sent twice", async () => {
  const { server, batches } = await openScreen();
  const held = Promise.withResolvers<void>();
  server.hold(held.promise);
  sendFiles(task, fromInput([named("a.wav")]));
  await expect.poll(() => server.begun).toHaveLength(1);
  sendFiles(task, fromInput([named("a.wav"), named("b.wav")]));
  await expect.element(progress).toMatchTextContent("0 of 2 files sent");
  held.resolve();
  await expect.element(progress).toMatchTextContent("2 of 2 files sent");
  expect(batches).toHaveLength(2);
});

test("a selection without anything to send is explained", async () => {
  const { batches } = await openScreen();
  sendFiles(task, fromInput([]));
  sendFiles(task, fromInput([named("Card/.DS_Store")]));
  expect(vi.mocked(toast.error).mock.calls).toEqual([
    ["There are no files in what you chose. Choose files, or a folder with files."],
    [
      "These are only files that systems and cameras write for themselves, such as .DS_Store. Choose other files.",
    ],
  ]);
  expect(batches).toHaveLength(0);
});

test("a logout stops sending, keeps what is stored, and forgets the chosen folders", async () => {
  const { server, render } = await openScreen();
  const held = Promise.withResolvers<void>();
  server.hold(held.promise);
  sendFiles(task, await fromHandles([await folderOnDisk("shoot", 2)]));
  await expect.poll(() => server.begun).toHaveLength(2);
  await expect.poll(() => readSelections(12)).toHaveLength(1);
  clearPersonalStorage();
  await expect.element(progress).not.toBeInTheDocument();
  held.resolve();
  await expect.poll(() => readSelections(12)).toHaveLength(0);
  render();
  expect([...server.uploads.values()].some((upload) => upload.isDeleted)).toBe(false);
});

async function folderOnDisk(name: string, count: number): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(name, { recursive: true }).catch(() => undefined);
  const folder = await root.getDirectoryHandle(name, { create: true });
  for (let at = 0; at < count; at += 1) {
    await write(await folder.getFileHandle(`${at}.txt`, { create: true }), `content ${at}\n`);
  }
  return folder;
}

async function write(handle: FileSystemFileHandle, text: string): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}

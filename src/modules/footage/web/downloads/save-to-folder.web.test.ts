import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { taskFilesPath } from "#core/paths.ts";
import { type DownloadFile, footageEndpoints } from "#modules/footage/contract/files.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { footageOnly, sampleFile } from "#testing/web/footage-samples.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera, sampleTask } from "#testing/web/samples.ts";

const digest = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

function downloadFile(path: string, content: string, change: Partial<DownloadFile> = {}): DownloadFile {
  const url = URL.createObjectURL(new Blob([content]));
  return { id: crypto.randomUUID(), path, bytes: content.length, sha256: digest(content), url, ...change };
}

/** The screen of a task whose download has these files, and the folder that the user chooses. */
async function startSaving(files: DownloadFile[]) {
  const { api, open } = await startScreen(meera);
  api.on(tasksEndpoints.fetchTask, () => sampleTask());
  api.on(footageEndpoints.footageOverview, () => footageOnly);
  api.on(footageEndpoints.footageFiles, () => [sampleFile(1)]);
  api.on(footageEndpoints.downloadFiles, ({ query }) =>
    query.cursor === undefined
      ? { data: files.slice(0, 1), nextCursor: files.length > 1 ? "1" : null }
      : { data: files.slice(1), nextCursor: null },
  );
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  api.on(footageEndpoints.createDownload, () => ({
    id: crypto.randomUUID(),
    url: "/zip",
    name: "Lagoon.zip",
    bytes,
    files: files.length,
    omitted: 0,
  }));
  const storage = await navigator.storage.getDirectory();
  const name = `saved-${crypto.randomUUID()}`;
  const root = await storage.getDirectoryHandle(name, { create: true });
  const original = Object.getOwnPropertyDescriptor(globalThis, "showDirectoryPicker");
  Object.defineProperty(globalThis, "showDirectoryPicker", {
    configurable: true,
    value: () => Promise.resolve(root),
  });
  onTestFinished(async () => {
    if (original) Object.defineProperty(globalThis, "showDirectoryPicker", original);
    await storage.removeEntry(name, { recursive: true });
  });
  const read = async (path: string) => {
    const parts = path.split("/");
    const last = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part);
    return (await (await folder.getFileHandle(last)).getFile()).text();
  };
  const write = async (path: string, content: string) => {
    const writer = await (await root.getFileHandle(path, { create: true })).createWritable();
    await writer.write(content);
    await writer.close();
  };
  const save = async () => {
    await page.getByRole("button", { name: "Save all to folder" }).click();
  };
  const result = page.getByRole("region", { name: "Save to folder" });
  return { open: () => open(taskFilesPath(12)), root, read, write, save, result };
}

test("all files are saved in their folders, with a list of their checksums", async () => {
  const files = [downloadFile("A001/CLIP/C0001.mov", "first"), downloadFile("notes.txt", "second")];
  const { open, read, save, result } = await startSaving(files);
  await open();
  await save();
  await expect.element(result).toMatchTextContent(/2 files saved and verified/);
  expect(await read("A001/CLIP/C0001.mov")).toBe("first");
  expect(await read("SHA256SUMS")).toBe(
    `${digest("first")}  A001/CLIP/C0001.mov\n${digest("second")}  notes.txt\n`,
  );
});

test("files that are there are kept, and one that an interruption left empty is saved", async () => {
  const gone = "blob:nothing";
  const files = [downloadFile("there.mov", "there", { url: gone }), downloadFile("empty.mov", "content")];
  const { open, read, write, save, result } = await startSaving(files);
  await write("there.mov", "there");
  await write("empty.mov", "");
  await open();
  await save();
  await expect.element(result).toMatchTextContent(/2 files saved and verified/);
  expect(await read("empty.mov")).toBe("content");
});

test("another file of the user with the same name is not overwritten", async () => {
  const { open, read, write, save, result } = await startSaving([downloadFile("notes.txt", "other")]);
  await write("notes.txt", "mine!");
  await open();
  await save();
  await expect.element(result).toMatchTextContent(/1 failed/);
  await expect.element(result).toMatchTextContent(/another file with this name/);
  expect(await read("notes.txt")).toBe("mine!");
});

test("bytes with another checksum never get the name of the file", async () => {
  const wrong = downloadFile("C0001.mov", "changed", { sha256: digest("original") });
  const { open, root, save, result } = await startSaving([wrong, downloadFile("C0002.mov", "second")]);
  await open();
  await save();
  await expect.element(result).toMatchTextContent(/1 file saved and verified, 1 failed/);
  await expect.element(result).toMatchTextContent(/another SHA-256/);
  await expect(root.getFileHandle("C0001.mov")).rejects.toThrow(/could not be found/);
});

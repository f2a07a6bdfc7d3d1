import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { sweepScratchFolders, withScratchFolder } from "./scratch-folder.ts";

const long = new Date("2026-11-20T10:00:00Z");
const lately = new Date("2026-11-20T12:00:00Z");
const between = new Date("2026-11-20T11:00:00Z");

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "reelay-scratch-"));
});
afterEach(() => rm(scratch, { recursive: true }));

/** A folder with a file that was created long ago and last written at `written`. */
async function leave(name: string, written: Date): Promise<void> {
  const folder = path.join(scratch, name);
  await mkdir(folder);
  await writeFile(path.join(folder, "light.mp4"), "frames");
  await utimes(path.join(folder, "light.mp4"), written, written);
  await utimes(folder, long, long);
}

it("is deleted when nothing in it was written for long, and stays while one file still grows", async () => {
  await leave("crashed.1", long);
  await leave("working.1", lately);
  await sweepScratchFolders(scratch, between);
  expect(await readdir(scratch)).toEqual(["working.1"]);
});

it("is only cleared by the next attempt of the same work", async () => {
  await leave("render.1", long);
  await leave("render-later.1", long);
  const seen = await withScratchFolder(scratch, "render", async () => readdir(scratch));
  expect(seen).not.toContain("render.1");
  expect(await readdir(scratch)).toEqual(["render-later.1"]);
});

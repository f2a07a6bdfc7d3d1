import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { replaceFolder } from "./replace-folder.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reelay-replace-"));
});
afterEach(() => rm(root, { recursive: true }));

async function make(name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  for (const file of ["index.html", "app.js"]) await writeFile(join(folder, file), name);
  return folder;
}

it("creates or replaces a folder", async () => {
  const folder = join(root, "web");
  await replaceFolder(await make("first"), folder);
  await replaceFolder(await make("second"), folder);
  expect(await readFile(join(folder, "app.js"), "utf8")).toBe("second");
  expect(await readdir(root)).toEqual(["web"]);
});

it("leaves one complete folder after concurrent calls", async () => {
  const folder = join(root, "web");
  const names = Array.from({ length: 20 }, (_, n) => `made-${n}`);
  const made = await Promise.all(names.map(make));
  await Promise.all(made.map((one) => replaceFolder(one, folder)));
  expect(await readdir(root)).toEqual(["web"]);
  const files = ["index.html", "app.js"].map((file) => readFile(join(folder, file), "utf8"));
  const [page, script] = await Promise.all(files);
  expect(names).toContain(page);
  expect(script).toBe(page);
});

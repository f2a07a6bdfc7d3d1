import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, it, vi } from "vitest";

import { clearPersonalStorage } from "#core/web/personal-storage.ts";

import "./storage-keys.ts";

const source = resolve(import.meta.dirname, "../..");
const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name) && !name.includes(".test."))
  .map(({ parentPath, name }) => join(parentPath, name).slice(source.length + 1))
  .map((path) => ({ path, text: readFileSync(join(source, path), "utf8") }));

it("the keys of all modules are deleted at logout", () => {
  const declared = files
    .filter(({ path }) => path.endsWith("/storage-keys.ts"))
    .flatMap(({ text }) => [...text.matchAll(/= personalKey\("([\w-]+)"\)/g)].map(([, key]) => key));
  const deleted: string[] = [];
  vi.stubGlobal("localStorage", { removeItem: (key: string) => deleted.push(key) });
  clearPersonalStorage();
  vi.unstubAllGlobals();
  expect(declared.length).toBeGreaterThan(5);
  expect(deleted.toSorted()).toEqual(declared.toSorted());
});

/** Files that store settings of this browser, under keys that stay at logout. */
const ofBrowser = [
  "modules/board/web/list/use-track-legend.ts",
  "modules/media/web/playback/use-stored-choice.ts",
  "ui/resize-handle.tsx",
  "ui/theme.ts",
];
/** Files that get their keys from others, and the offline page, which only reads. */
const ofOthers = [
  "core/web/form-drafts.ts",
  "core/web/outbox.ts",
  "core/web/personal-storage.ts",
  "core/web/use-resumed-outbox.ts",
  "modules/board/web/public/offline-screen.tsx",
];

it("all other files that use the local storage take their keys from those", () => {
  const others = files.filter(
    ({ text }) => /localStorage\.|(?<!\.)\bpersist\(/.test(text) && !/storage-keys\.ts"/.test(text),
  );
  expect(others.map(({ path }) => path).toSorted()).toEqual([...ofBrowser, ...ofOthers].toSorted());
});

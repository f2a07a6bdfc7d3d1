import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, it } from "vitest";

const folder = resolve(import.meta.dirname, "../../modules");

interface WebFile {
  module: string;
  path: string;
  text: string;
}

const files: WebFile[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .filter((path) => path.split("/")[1] === "web")
  .map((path) => ({
    module: path.split("/")[0] ?? "",
    path,
    text: readFileSync(join(folder, path), "utf8"),
  }));

/** First parts of the query keys that a file names. */
function keysIn({ path, text }: WebFile): string[] {
  const named = /(?:query-keys|realtime)\.ts$/.test(path)
    ? /\["([\w-]+)"/g
    : /(?:queryKey: |QueryData(?:<[^(]*>)?\()\["([\w-]+)"/g;
  return [...text.matchAll(named)].map((match) => match[1] ?? "");
}

it("only one module names a query key", () => {
  const modules = new Map<string, Set<string>>();
  for (const file of files) {
    for (const key of keysIn(file)) modules.set(key, (modules.get(key) ?? new Set()).add(file.module));
  }
  expect(modules.size).toBeGreaterThan(10);
  expect([...modules].filter(([, naming]) => naming.size > 1)).toEqual([]);
});

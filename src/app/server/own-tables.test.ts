import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

const product = resolve(import.meta.dirname, "../../product");
const writing = /\.(?:insert|update|delete)\(\s*([a-zA-Z]+)/g;

/** Names of tables exported by a room, and of tables that its server code writes. */
function tablesOf(module: string): { own: Set<string>; written: Set<string> } {
  const server = join(product, module, "server");
  const files = readdirSync(server, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.includes(".test."))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), "utf8") }));
  const tables = files.find(({ name }) => name === "tables.ts")?.text ?? "";
  return {
    own: new Set([...tables.matchAll(/export const (\w+) = pgTable\(/g)].map((match) => match[1] ?? "")),
    written: new Set(files.flatMap(({ text }) => [...text.matchAll(writing)].map((match) => match[1] ?? ""))),
  };
}

describe("rule 5: a room writes only its own tables", () => {
  const modules = readdirSync(product).filter((module) =>
    readdirSync(join(product, module)).includes("server"),
  );
  const allTables = new Set(modules.flatMap((module) => [...tablesOf(module).own]));

  it.each(modules)("%s", (module) => {
    const { own, written } = tablesOf(module);
    const foreign = [...written].filter((table) => allTables.has(table) && !own.has(table));
    expect(foreign).toEqual([]);
  });
});

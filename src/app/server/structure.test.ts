import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { moduleOrder } from "#modules/order.ts";
import { destinationKinds } from "#modules/publishing/platforms/platforms.ts";

import { moduleNames } from "./modules.ts";

const folder = resolve(import.meta.dirname, "../../modules");
const writing = /\.(?:insert|update|delete)\(\s*([a-zA-Z]+)/g;

/** Names of the tables that the server code in `at` exports, and of the tables that it writes. */
function tablesOf(at: string): { own: Set<string>; written: Set<string> } {
  const files = readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.includes(".test."))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), "utf8") }));
  const tables = files.filter((file) => file.name === "tables.ts").map(({ text }) => text);
  return {
    own: new Set(
      tables.flatMap((text) =>
        [...text.matchAll(/export const (\w+) = pgTable\(/g)].map((match) => match[1] ?? ""),
      ),
    ),
    written: new Set(files.flatMap(({ text }) => [...text.matchAll(writing)].map((match) => match[1] ?? ""))),
  };
}

describe("rule 1: the application registers the modules in their dependency order", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it("every module folder is in the order", () => {
    expect(moduleOrder).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  it("every module is registered", () => {
    const expected = moduleOrder.filter((name) => folders.some((entry) => entry.name === name));
    expect(moduleNames).toEqual(expected);
  });
});

describe("rule 5: core and each module write only their own tables", () => {
  const names = readdirSync(folder).filter(
    (name) => !name.includes(".") && readdirSync(join(folder, name)).includes("server"),
  );
  const core = tablesOf(join(folder, "../core/server"));
  const modules = names.map((name) => [name, tablesOf(join(folder, name, "server"))] as const);
  const owners = new Map([...modules, ["core", core] as const]);
  const allTables = new Set([...owners.values()].flatMap(({ own }) => Array.from(own)));

  it.each([...owners])("%s", (_name, { own, written }) => {
    const foreign = [...written].filter((table) => allTables.has(table) && !own.has(table));
    expect(foreign).toEqual([]);
  });
});

describe("what a platform has is asked of its descriptor", () => {
  const kind = `"(?:${destinationKinds.join("|")})"`;
  const compared = new RegExp(
    `(?:[=!]==? ${kind})|(?:${kind} [=!]==?)|\\bcase ${kind}|\\.(?:includes|has)\\(${kind}\\)`,
  );
  const source = resolve(folder, "..");
  const files = ["modules", "testing"]
    .flatMap((name) => readdirSync(join(source, name), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ name, parentPath }) => relative(source, join(parentPath, name)));

  it("no file compares the kind of a destination", () => {
    const found = files.filter((file) => compared.test(readFileSync(join(source, file), "utf8")));
    expect(found).toEqual([]);
  });
});

describe("a job's definition and worker are in one file", () => {
  // The work of these enqueues the next attempt itself, so that its files import the definition.
  const apart = new Set(["modules/publishing/server/operations/jobs.ts"]);
  const source = resolve(folder, "..");
  const defined = ["core", "modules"]
    .flatMap((name) => readdirSync(join(source, name), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => name.endsWith(".ts") && !name.includes(".test."))
    .map(({ name, parentPath }) => join(parentPath, name))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const names = [...text.matchAll(/const (\w+) = defineJob\(/g)].map((match) => match[1] ?? "");
      return names.map((name) => ({ file: relative(source, file), text, name }));
    });

  it.each(defined)("$name in $file", ({ file, text, name }) => {
    expect(defined.length).toBeGreaterThan(20);
    const hasWorker = new RegExp(`\\bworker\\(\\s*${name}\\b`).test(text);
    expect(hasWorker).toBe(!apart.has(file));
  });
});

describe("a module declares its dependencies in server/dependencies.ts", () => {
  it.each(readdirSync(folder).filter((name) => !name.includes(".")))("%s", (name) => {
    const text = readFileSync(join(folder, name, "module.ts"), "utf8");
    const type = /export const \w+: Module(?:<(.+?)>)? = \{/.exec(text);
    expect(type).not.toBeNull();
    const declared = type?.[1];
    if (declared === undefined) return;
    expect(text).toContain(`import type { ${declared} } from "./server/dependencies.ts"`);
  });
});

import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const run = promisify(execFile);
const here = (name: string) => pathToFileURL(resolve(import.meta.dirname, name)).href;

/** Counts the imports of and between the files of drizzle-orm that Node.js itself resolves, and what it exports. */
const program = (before: string) => `
import { registerHooks } from "node:module";
let resolved = 0;
const entries = [];
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith(".") && context.parentURL?.includes("/drizzle-orm/")) resolved++;
    if (specifier.startsWith("drizzle-orm")) entries.push(specifier);
    return next(specifier, context);
  },
});
${before}
const packages = ["drizzle-orm", "drizzle-orm/node-postgres", "drizzle-orm/pg-core"];
const modules = await Promise.all(packages.map((name) => import(name)));
await import("#modules/people/server/tables.ts");
await import("#modules/tasks/server/tables.ts");
console.log(JSON.stringify({ resolved, entries, exported: modules.map((module) => Object.keys(module)) }));
`;

async function importing(before: string): Promise<{
  resolved: number;
  entries: string[];
  exported: string[][];
}> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program(before)], {
    cwd: import.meta.dirname,
  });
  return JSON.parse(stdout);
}

it("the imports of and between the files of drizzle-orm hardly read its manifest, and lead to the same modules", async () => {
  const usual = await importing("");
  expect(usual.resolved).toBeGreaterThan(100);
  expect(usual.entries.length).toBeGreaterThan(new Set(usual.entries).size);

  const { resolved, entries, exported } = await importing(`await import("${here("drizzle-imports.ts")}");`);

  expect(resolved).toBe(0);
  expect(entries).toHaveLength(new Set(entries).size);
  expect(exported).toEqual(usual.exported);
});

it.each(["main.ts", "backup/main.ts", "installation/main.ts"])("%s resolves them so", async (name) => {
  const loaded = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        if (!url.endsWith("/drizzle-imports.ts")) return next(url, context);
        console.log("loaded");
        process.exit();
      },
    });
    await import("${here(name)}");
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", loaded]);
  expect(stdout).toBe("loaded\n");
});

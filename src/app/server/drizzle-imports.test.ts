import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const run = promisify(execFile);
const here = (name: string) => pathToFileURL(resolve(import.meta.dirname, name)).href;

/** Counts the imports between the files of drizzle-orm that Node.js itself resolves, and what it exports. */
const program = (before: string) => `
import { registerHooks } from "node:module";
let resolved = 0;
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith(".") && context.parentURL?.includes("/drizzle-orm/")) resolved++;
    return next(specifier, context);
  },
});
${before}
const packages = ["drizzle-orm", "drizzle-orm/node-postgres", "drizzle-orm/pg-core"];
const modules = await Promise.all(packages.map((name) => import(name)));
console.log(JSON.stringify({ resolved, exported: modules.map((module) => Object.keys(module)) }));
`;

async function importing(before: string): Promise<{ resolved: number; exported: string[][] }> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program(before)], {
    cwd: import.meta.dirname,
  });
  return JSON.parse(stdout);
}

it("the imports between the files of drizzle-orm are resolved without its manifest, to the same modules", async () => {
  const usual = await importing("");
  expect(usual.resolved).toBeGreaterThan(100);

  const { resolved, exported } = await importing(`await import("${here("drizzle-imports.ts")}");`);

  expect(resolved).toBe(0);
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

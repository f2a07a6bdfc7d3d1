import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../../..");
const programs = [
  "src/app/server/main.ts",
  "src/app/server/backup/main.ts",
  "sandbox-platform/main.ts",
  "src/adapters/ffmpeg/probe-process.ts",
];
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

const references = {
  ImportDeclaration: z.object({ source: z.object({ value: z.string() }), importKind: z.literal("value") }),
  ExportNamedDeclaration: z.object({
    source: z.object({ value: z.string() }),
    exportKind: z.literal("value"),
  }),
  ExportAllDeclaration: z.object({ source: z.object({ value: z.string() }), exportKind: z.literal("value") }),
  ImportExpression: z.object({ source: z.object({ value: z.string() }) }),
};
/** `createRequire(import.meta.url)("package")` */
const requireCall = z.object({
  callee: z.object({ callee: z.object({ name: z.literal("createRequire") }) }),
  arguments: z.tuple([z.object({ value: z.string() })]),
});

/** Names of the modules that the file imports when it runs: static and dynamic imports, and `createRequire`. */
function importsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("type" in value && typeof value.type === "string" && value.type in references) {
      const shape = references[value.type as keyof typeof references];
      const { data } = shape.safeParse(value);
      if (data) found.push(data.source.value);
    }
    if ("type" in value && value.type === "CallExpression") {
      const { data } = requireCall.safeParse(value);
      if (data) found.push(data.arguments[0].value);
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(readFileSync(file, "utf8"), { lang: "ts" }).body);
  return found;
}

/** Packages that a program imports, directly or through other files, with the file that imports each of them. */
function packagesOf(program: string): Map<string, string> {
  const files = new Set<string>();
  const packages = new Map<string, string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const name of importsOf(file)) {
      if (name.startsWith("node:")) continue;
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else if (name.startsWith("#")) visit(join(root, "src", name.slice(1)));
      else packages.set(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name, file);
    }
  };
  visit(join(root, program));
  return packages;
}

describe("an installation without development dependencies", () => {
  for (const program of programs) {
    it(`contains every package that ${program} imports`, () => {
      const packages = packagesOf(program);

      expect(packages.size).toBeGreaterThan(0);
      expect([...packages].filter(([name]) => !(name in dependencies))).toEqual([]);
    });
  }
});

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Static, dynamic and side-effect imports of values, and `@import` in style sheets. */
const importing =
  /(?:^|[\s;])(?:(?:import|export)\s+(?!type\b)[^"';]*?from\s+|import\s*\(\s*|import\s+|@import\s+)["']([^"']+)["']/g;

/** Names of the packages that `source` (TypeScript or CSS) imports; relative paths and Node.js modules are left out. */
export function importedPackages(source: string): string[] {
  const specifiers = [...source.matchAll(importing)].map((match) => match[1] ?? "");
  return specifiers
    .filter((specifier) => /^[a-z@]/.test(specifier) && !specifier.startsWith("node:"))
    .map(packageName);
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Packages that the browser app in `root` is built from: those imported by any file that is not server code or a test. */
export async function browserImports(root: string): Promise<string[]> {
  const source = path.join(root, "src");
  const packages = new Set<string>();
  for (const file of await readdir(source, { recursive: true })) {
    if (!isBrowserFile(file.split(path.sep).join("/"))) continue;
    for (const name of importedPackages(await readFile(path.join(source, file), "utf8"))) packages.add(name);
  }
  return [...packages].sort();
}

function isBrowserFile(file: string): boolean {
  if (!/\.(?:tsx?|css)$/.test(file) || /\.test\.tsx?$/.test(file)) return false;
  return !/(?:^|\/)(?:server|devices|testing)\//.test(file);
}

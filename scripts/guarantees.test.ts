import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const tests = ["src", "scripts", "sandbox-platform", "e2e"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:test|spec)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** The tiers of a test file, like the projects in vitest.config.ts. */
function tiersOf(file: string): string[] {
  if (file.startsWith("e2e/")) {
    const text = readFileSync(join(root, file), "utf8");
    return text.includes("@sweep") ? ["browser", "sweep"] : ["browser"];
  }
  if (file.endsWith(".web.test.ts")) return ["web"];
  if (file.endsWith(".sweep.test.ts")) return ["sweep"];
  if (file.endsWith(".scaled.test.ts")) return ["server", "sweep"];
  return /^(?:src\/(?:adapters|app)|sandbox-platform)\/|\.(?:db|http)\.test\.ts$/.test(file)
    ? ["server"]
    : ["unit"];
}

const [, section = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n## Guarantees\n");
const rows = [...section.matchAll(/^\| (?!guarantee|---)(.+?)\s+\| (.+?)\s*\|$/gm)].map(
  ([, guarantee = "", proof = ""]) => ({ guarantee, proof }),
);

it("the table of guarantees has rows", () => {
  expect(rows.length).toBeGreaterThan(20);
});

it.each(rows)("$guarantee: is proved by files that exist in their tier", ({ proof }) => {
  const missing = proof.split("; ").flatMap((part) => {
    const [tier = "", names = ""] = part.split(": ");
    return [...names.matchAll(/`([^`]+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => {
        const endings = [`/${name}.test.ts`, `/${name}.spec.ts`];
        const found = tests.filter((file) => endings.some((ending) => file.endsWith(ending)));
        return !found.some((file) => tiersOf(file).includes(tier));
      })
      .map((name) => `${tier}: ${name}`);
  });
  expect(missing).toEqual([]);
});

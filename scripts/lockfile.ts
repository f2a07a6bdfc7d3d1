import { z } from "zod";

import { resolveLocked } from "./resolve-locked.ts";

const lockedPackage = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

const lockfile = z.object({ packages: z.record(z.string(), lockedPackage) });

/**
 * Problems of the `package-lock.json` in `text`, one sentence each: optional dependencies that it does not lock, and
 * download addresses. `npm install` leaves out an optional dependency that the registry does not have; `npm ci` then
 * refuses the lock file, or other platforms lack a native module.
 */
export function lockfileProblems(text: string): string[] {
  const { packages } = lockfile.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([location, { version, resolved, optionalDependencies = {} }]) => {
    const name = location === "" ? "package.json" : `${location.split("node_modules/").at(-1)} ${version}`;
    const missing = Object.keys(optionalDependencies).filter(
      (wanted) => resolveLocked(packages, location, wanted) === null,
    );
    const problems = missing.map((wanted) => `${name} needs ${wanted}, which is not in the lock file.`);
    return resolved?.startsWith("http") ? problems.concat(`${name} has a download address.`) : problems;
  });
}

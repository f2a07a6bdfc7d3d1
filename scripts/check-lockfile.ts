import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { lockfileProblems } from "./lockfile.ts";

/** Fails if `npm ci` would reject one of the lock files on a supported platform, or a file has download addresses. */
for (const folder of [".", "bench/tools"]) {
  const file = resolve(import.meta.dirname, "..", folder, "package-lock.json");
  const problems = lockfileProblems(readFileSync(file, "utf8"));
  if (problems.length > 0) {
    console.error([`Problems in ${folder}/package-lock.json:`, ...problems].join("\n"));
    console.error(`Pin versions that exist for every platform and run \`npm install --prefix ${folder}\`.`);
    process.exitCode = 1;
  }
}

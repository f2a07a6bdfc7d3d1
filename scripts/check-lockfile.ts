import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { lockfileProblems } from "./lockfile.ts";

/** Fails if `npm ci` would reject the lock file on a supported platform. */
const problems = lockfileProblems(readFileSync(resolve(import.meta.dirname, "../package-lock.json"), "utf8"));
if (problems.length > 0) {
  console.error(problems.join("\n"));
  console.error("Pin versions that exist for every platform and run `npm install`.");
  process.exitCode = 1;
}

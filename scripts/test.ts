import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

import { runSideBySide } from "./side-by-side.ts";

/**
 * Runs the unit tests, the tests of the server and the browser tests, and the component tests, which keep one core busy, beside
 * the first two. All tiers run, also after one has failed; fails if one of them failed.
 */
const root = resolve(import.meta.dirname, "..");

async function passes(tier: string): Promise<boolean> {
  const [code] = await once(spawn(`npm run ${tier}`, { cwd: root, shell: true, stdio: "inherit" }), "close");
  return code === 0;
}

const web = runSideBySide(new Map([["test:web", "npm run test:web"]]), root, console.log);
const results = [await passes("test:unit"), await passes("test:server"), await web];
results.push(await passes("test:browser"));
if (results.includes(false)) process.exitCode = 1;

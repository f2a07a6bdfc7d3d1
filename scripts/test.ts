import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

import { runSideBySide } from "./side-by-side.ts";

/**
 * Runs the unit tests and the tests of the server, and the component tests beside them, which keep one core busy. Fails if one
 * of them fails.
 */
const root = resolve(import.meta.dirname, "..");
const web = runSideBySide(new Map([["test:web", "npm run test:web"]]), root, console.log);
const server = spawn("npm run test:unit && npm run test:server", {
  cwd: root,
  shell: true,
  stdio: "inherit",
});
const [code] = await once(server, "close");
const passed = (await web) && code === 0;
if (!passed) process.exitCode = 1;

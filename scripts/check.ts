import { resolve } from "node:path";

import packageJson from "../package.json" with { type: "json" };
import { runSideBySide } from "./side-by-side.ts";

/** Runs all `check:` scripts of `package.json` side by side, and fails if one of them fails. */
const checks = Object.entries(packageJson.scripts).filter(([name]) => name.startsWith("check:"));
const passed = await runSideBySide(new Map(checks), resolve(import.meta.dirname, ".."), console.log);
if (!passed) process.exitCode = 1;

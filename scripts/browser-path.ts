import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

/** Where systems keep a Chromium that runs headless. Not `chromium-browser`: on Ubuntu that only points to a shop. */
const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The Chromium for journeys, screenshots and benchmarks: the one `CHROMIUM_PATH` names, else the system's, else
 * Playwright's own if it has been installed. `undefined` when there is none.
 */
export function findChromium(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not there. Correct it, or leave it out.`);
  }
  return [...systemPaths, chromium.executablePath()].find((path) => existsSync(path));
}

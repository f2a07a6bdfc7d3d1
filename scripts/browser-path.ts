import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

/**
 * Usual paths of a Chromium that runs headless. Not `chromium-browser`: on Ubuntu it only refers to the Snap
 * Store.
 */
const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Debian's package `chromium-headless-shell`. */
const shellPath = "/usr/bin/chromium-headless-shell";

/**
 * Path of the Chromium for browser tests: `CHROMIUM_PATH`, otherwise a Chromium without user interface, which needs less
 * than half of the processor's time to open a page, otherwise the system's. With `undefined`, Playwright uses its own. Such
 * a browser denies all notifications.
 */
export function findTestBrowser(): string | undefined {
  if (!process.env["CHROMIUM_PATH"] && existsSync(shellPath)) return shellPath;
  const existing = findChromium();
  return existing === chromium.executablePath() ? undefined : existing;
}

/**
 * Path of the Chromium for screenshots and benchmarks: `CHROMIUM_PATH`, otherwise the
 * system's, otherwise Playwright's. `undefined` if there is none.
 */
export function findChromium(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not exist. Correct or remove it.`);
  }
  return [...systemPaths, chromium.executablePath()].find((path) => existsSync(path));
}

import { fileURLToPath } from "node:url";

import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { findTestBrowser } from "../../../scripts/browser-path.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const executablePath = findTestBrowser();

/** Vite's module runner, which Vitest loads in the browser, imports any path. Vite warns of that unless it is marked. */
const markAnyImport: Plugin = {
  name: "mark-any-import",
  enforce: "pre",
  transform: {
    filter: { id: /vite_module-runner\.js/ },
    handler: (code) => code.replace("import(filepath)", "import(/* @vite-ignore */ filepath)"),
  },
};

const delaySeed = process.env["WEB_DELAYS"] ? Number(process.env["WEB_DELAYS"]) : null;
if (delaySeed !== null) process.stdout.write(`Delays with WEB_DELAYS=${delaySeed}\n`);

/** Makes the imports of code that is loaded later wait for a delay (`slow-page.ts`). */
const delayLaterCode: Plugin = {
  name: "delay-later-code",
  enforce: "pre",
  transform: {
    filter: { id: /\/src\/(app|modules|ui)\/.*\.tsx?$/ },
    handler: (code) => code.replaceAll(/\bimport\(("[^"]+")\)/g, "globalThis.importLater(() => import($1))"),
  },
};

/**
 * Virtualized lists measure a new row and change their height before the browser paints. Chromium reports that it notifies
 * observers of the elements around the list in the next frame (https://www.w3.org/TR/resize-observer/#deliver-resize-error).
 */
const laterResize = "ResizeObserver loop completed with undelivered notifications.";

/** Component tests: screens in a real browser, on an API that answers with what the test states. */
export default defineConfig({
  root,
  cacheDir: ".cache/vite-web-tests",
  plugins: [react(), tailwind(), markAnyImport, ...(delaySeed === null ? [] : [delayLaterCode])],
  // Packages found while tests run would reload their page.
  optimizeDeps: { entries: ["src/app/web/main.tsx", "src/**/*.web.test.ts"] },
  test: {
    name: "web",
    include: ["src/**/*.web.test.ts"],
    provide: { delaySeed },
    setupFiles: delaySeed === null ? [] : ["src/testing/web/slow-page.ts"],
    // Only a test that hangs reaches these limits, even on a slow machine.
    testTimeout: 90_000,
    expect: { poll: { timeout: 45_000 } },
    onConsoleLog: (log) => !log.includes(laterResize),
    // scripts/slowest-tests.ts reads the report.
    reporters: ["default", "json"],
    outputFile: { json: ".cache/test-reports/vitest-web.json" },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-gpu"] },
        contextOptions: { locale: "en-US", timezoneId: "Asia/Kolkata", reducedMotion: "reduce" },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});

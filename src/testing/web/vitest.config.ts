import { fileURLToPath } from "node:url";

import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

import { findTestBrowser } from "../../../scripts/browser-path.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const executablePath = findTestBrowser();

/** Component tests: screens in a real browser, on an API that answers with what the test states. */
export default defineConfig({
  root,
  cacheDir: ".cache/vite-web-tests",
  plugins: [react(), tailwind()],
  // Packages found while tests run would reload their page.
  optimizeDeps: { entries: ["src/app/web/main.tsx", "src/**/*.web.test.ts"] },
  test: {
    name: "web",
    include: ["src/**/*.web.test.ts"],
    testTimeout: 30_000,
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

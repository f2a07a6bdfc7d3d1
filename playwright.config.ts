import { defineConfig } from "@playwright/test";

import { findTestBrowser } from "./scripts/browser-path.ts";

const executablePath = findTestBrowser();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/support/global-setup.ts",
  // Each worker has servers, ports and data of its own; three of them keep two cores busy, as some only wait.
  workers: 3,
  // Only a test that hangs reaches these limits, even on a slow machine.
  timeout: 480_000,
  expect: { timeout: 90_000 },
  // A test that passes only the second time has a defect, or found one.
  retries: 0,
  // scripts/slowest-tests.ts reads the report.
  reporter: [
    [process.env["CI"] ? "line" : "list"],
    ["json", { outputFile: ".cache/test-reports/playwright.json" }],
  ],
  use: {
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
        // Fewer processes: a page in a new context needs a fifth less of the processor's time.
        ...["--in-process-gpu", "--disable-site-isolation-trials", "--renderer-process-limit=1"],
      ],
    },
    // Playwright's routes don't see the requests of service workers. Tests of them set "allow".
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "Asia/Kolkata",
    // Without a graphics processor, animations take a fifth of the processor's time. Tests of whole workflows show them.
    contextOptions: { reducedMotion: "reduce" },
    // Recording takes about a fifth of the processor's time. To look into a failure: npx playwright test FILE --trace on
    trace: "off",
    screenshot: "only-on-failure",
  },
});

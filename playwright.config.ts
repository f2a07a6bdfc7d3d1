import { defineConfig } from "@playwright/test";

import { findChromium } from "./scripts/browser-path.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // One browser and one server at a time: journeys kill servers and measure what survives.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: process.env["CI"] ? "line" : "list",
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
    },
    locale: "en-US",
    timezoneId: "Asia/Kolkata",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});

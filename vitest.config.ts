import { resolve } from "node:path";

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "sandbox-platform/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["src/**/*.web.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    // Only a test that hangs reaches these limits, even on a slow machine.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    // Some tests only wait, so three workers keep two cores busy.
    maxWorkers: 3,
    // Each worker imports the server once instead of once per file. Compiled code is cached for processes started by tests.
    isolate: false,
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, ".cache/compiled") },
    // scripts/slowest-tests.ts reads the report.
    reporters: ["default", "json"],
    outputFile: { json: ".cache/test-reports/vitest.json" },
    // src/ui/contrast.test.ts reads the design tokens; other style sheets stay empty in tests.
    css: { include: [/tokens\.css/] },
  },
});

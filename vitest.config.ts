import { resolve } from "node:path";

import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that run in both tiers: small in the server tier, whole in the sweep. */
const scaled = "**/*.scaled.test.ts";
const sweep = "**/*.sweep.test.ts";
const inBrowser = "**/*.web.test.ts";
const server = [
  "**/*.{db,http}.test.ts",
  "src/{adapters,app}/**/*.test.ts",
  "sandbox-platform/**/*.test.ts",
  scaled,
];

/** A tier, which is a project of Vitest. CONTRIBUTING.md lists them. */
function tier(name: string, include: string[], exclude: string[], settings = {}) {
  return {
    extends: true as const,
    test: { name, include, exclude: [...configDefaults.exclude, inBrowser, ...exclude], ...settings },
  };
}

/**
 * Starts files first that take long although they are small: they start servers or build the app. In a new clone, Vitest knows only
 * the sizes of files and would run them last, in one worker.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) =>
      /\/(start|page-weight|.*kill-sweep\.scaled)\.test\.ts$/.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const withDatabase = (sweepRounds: number | null) => ({
  globalSetup: ["src/testing/global-setup.ts"],
  provide: { sweepRounds },
});

export default defineConfig({
  test: {
    projects: [
      tier("unit", ["{src,scripts}/**/*.test.ts"], [...server, sweep]),
      tier("server", server, [sweep], withDatabase(null)),
      tier("sweep", [sweep, scaled], [], withDatabase(Number(process.env["SWEEP_ROUNDS"] ?? 5))),
    ],
    // Only a test that hangs reaches these limits, even on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    sequence: { sequencer: SlowFirst },
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

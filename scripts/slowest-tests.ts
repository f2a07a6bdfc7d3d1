import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

import { z } from "zod";

/**
 * Prints the ten slowest test files of Vitest and the ten slowest browser tests, from the reports of this run. After failed
 * tests the later reports are missing.
 */
const root = resolve(import.meta.dirname, "..");
const reports = join(root, ".cache/test-reports");

interface Timed {
  name: string;
  milliseconds: number;
}

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

function vitestFiles(report: unknown): Timed[] {
  return vitestReport.parse(report).testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    milliseconds: endTime - startTime,
  }));
}

function browserTests(report: unknown): Timed[] {
  return playwrightReport.parse(report).suites.flatMap(suiteTests);
}

function suiteTests({ specs, suites }: z.output<typeof playwrightSuite>): Timed[] {
  const specResults = specs.map(({ title, file, tests }) => ({
    name: `${file} › ${title}`,
    milliseconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...specResults, ...suites.flatMap(suiteTests)];
}

async function printSlowest(
  heading: string,
  tool: "vitest" | "playwright",
  read: (report: unknown) => Timed[],
): Promise<void> {
  const files = (await readdir(reports).catch(() => [])).filter((name) => name.startsWith(tool));
  const timed: Timed[] = [];
  for (const file of files) timed.push(...read(JSON.parse(await readFile(join(reports, file), "utf8"))));
  if (timed.length === 0) return;
  const slowest = timed.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 10);
  console.log(`\n${heading}`);
  for (const { name, milliseconds } of slowest) {
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
}

await printSlowest("Slowest test files (Vitest)", "vitest", vitestFiles);
await printSlowest("Slowest browser tests (Playwright)", "playwright", browserTests);

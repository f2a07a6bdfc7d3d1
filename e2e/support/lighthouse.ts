import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { chromium } from "@playwright/test";
import { z } from "zod";

import { freePort } from "#testing/free-port.ts";

import { toolFile } from "../../bench/tools.ts";
import { findChromium } from "../../scripts/browser-path.ts";

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

export interface Audit {
  /** 0 to 100. */
  scores: Map<Category, number>;
  /** Metrics that the performance depends on, as Lighthouse shows them; those with a perfect score are left out. */
  metrics: string[];
  /** Failed audits of the other categories. */
  failures: string[];
}

const metricIds = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
  "speed-index",
];

/** The parts of Lighthouse's report that are read. */
const report = z.object({
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
});

/** A browser in which Lighthouse audits pages as a phone sees them, each with an empty cache. */
export async function openLighthouse() {
  // Before the browser is started, as it may install Lighthouse.
  const program = toolFile("lighthouse/cli/index.js");
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  const audit = async (url: string, categories: readonly Category[]): Promise<Audit> => {
    const { audits, categories: rated } = await runLighthouse(program, url, port, categories);
    const scores = new Map<Category, number>();
    const failures: string[] = [];
    for (const category of categories) {
      scores.set(category, Math.round((rated[category]?.score ?? 0) * 100));
      if (category === "performance") continue;
      for (const { id, weight } of rated[category]?.auditRefs ?? []) {
        const { score, title } = audits[id] ?? {};
        if (weight > 0 && score !== null && score !== undefined && score < 1) {
          failures.push(`${category}: ${title}`);
        }
      }
    }
    const metrics = metricIds.flatMap((id) => {
      const { score, title, displayValue } = audits[id] ?? {};
      return typeof score === "number" && score < 1 ? [`${title} ${displayValue}`] : [];
    });
    return { scores, metrics, failures };
  };
  return { audit, close: () => browser.close() };
}

/** Runs Lighthouse's command, so that types and checks don't need its package. Throws if the page can't be loaded. */
async function runLighthouse(program: string, url: string, port: number, categories: readonly Category[]) {
  const args = [url, `--port=${port}`, "--output=json", `--only-categories=${categories.join(",")}`];
  const quiet = ["--quiet", "--no-enable-error-reporting"];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, ...quiet], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return report.parse(JSON.parse(stdout));
}

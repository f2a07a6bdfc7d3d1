import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";

import { freePort } from "#testing/free-port.ts";

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

/** A browser in which Lighthouse audits pages as a phone sees them, each with an empty cache. */
export async function openLighthouse() {
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  const audit = async (url: string, categories: readonly Category[]): Promise<Audit> => {
    const result = await lighthouse(url, {
      port,
      logLevel: "error",
      output: "json",
      onlyCategories: [...categories],
    });
    if (!result) throw new Error(`Lighthouse has no result for ${url}.`);
    const { audits, categories: rated, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
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

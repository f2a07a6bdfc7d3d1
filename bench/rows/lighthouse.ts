import { signUpPath } from "#core/paths.ts";
import { publicPaths } from "#modules/site/rules/public-pages.ts";

import { type Category, openLighthouse } from "../../e2e/support/lighthouse.ts";
import { installReelay } from "../../e2e/support/reelay.ts";
import { type Figure, median, minimumFigure, type Row } from "../figure.ts";

const targets = { accessibility: 100, "best-practices": 100, seo: 100 } as const;
const performanceTarget = (path: string) => (path === signUpPath ? 95 : 98);

/** Lighthouse scores of every public page on a phone with a slow connection, which Lighthouse simulates. */
export const lighthouseScores: Row = {
  name: "lighthouse",
  measure: async ({ log, onEnd, rounds, tiny }) => {
    const reelay = await installReelay();
    onEnd(reelay.remove);
    const { audit, close } = await openLighthouse();
    onEnd(close);
    const figures: Figure[] = [];
    for (const path of publicPaths.slice(0, tiny ? 1 : undefined)) {
      const scores: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { scores: measured, metrics } = await audit(reelay.url + path, ["performance"]);
        scores.push(measured.get("performance") ?? 0);
        log(`${path} ${scores.at(-1)} (${metrics.join(", ")})`);
      }
      figures.push(minimumFigure(`${path}, performance`, median(scores), performanceTarget(path)));
      const others = Object.keys(targets) as Exclude<Category, "performance">[];
      const { scores: measured, failures } = await audit(reelay.url + path, others);
      for (const failure of failures) log(`${path} ${failure}`);
      for (const category of others) {
        figures.push(minimumFigure(`${path}, ${category}`, measured.get(category) ?? 0, targets[category]));
      }
    }
    return figures;
  },
};

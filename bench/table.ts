import type { Figure } from "./figure.ts";

const titles = ["what", "measured", "baseline", "ratio", "target", ""];

/** The figures as a plain text table. */
export function drawTable(figures: readonly Figure[]): string {
  const lines = figures.map(({ what, measured, baseline, ratio, target }) => [
    what,
    measured,
    baseline ?? "–",
    ratio?.toFixed(2) ?? "–",
    target?.text ?? "–",
    target === null ? "" : target.met ? "met" : "MISSED",
  ]);
  const widths = titles.map((_, column) =>
    Math.max(...[titles, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const draw = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [titles, widths.map((width) => "─".repeat(width)), ...lines].map(draw).join("\n");
}

import { type ComparisonMode, comparisonModes } from "#modules/review/rules/comparison.ts";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";

const labels: Record<ComparisonMode, string> = {
  side: "Side by side",
  wipe: "Wipe",
  difference: "Difference",
  toggle: "Toggle",
};

export const modes = comparisonModes.map((value) => ({ value, label: labels[value] }));

/** The shortcuts of the comparison, besides those of the player. */
export const compareShortcuts: readonly Shortcut[] = [
  { keys: ["1", "2", "3", "4"], label: "Side by side, wipe, difference, toggle" },
  { keys: ["V"], label: "Show the other version" },
  { keys: ["[", "]"], label: "Move the other version by a frame" },
];

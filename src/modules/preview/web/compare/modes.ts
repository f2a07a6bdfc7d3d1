import type { Shortcut } from "#ui/player/shortcut-list.tsx";

export const modes = [
  { value: "side", label: "Side by side" },
  { value: "wipe", label: "Wipe" },
  { value: "difference", label: "Difference" },
  { value: "toggle", label: "Toggle" },
] as const;

/** Layouts of a comparison. */
export type Mode = (typeof modes)[number]["value"];

/** The shortcuts of the comparison, besides those of the player. */
export const compareShortcuts: readonly Shortcut[] = [
  { keys: ["1", "2", "3", "4"], label: "Side by side, wipe, difference, toggle" },
  { keys: ["V"], label: "Show the other version" },
  { keys: ["[", "]"], label: "Move the other version by a frame" },
];

import type { Shortcut } from "#ui/player/shortcut-list.tsx";

/** The shortcuts of those who watch together. */
export const roomShortcuts: readonly Shortcut[] = [
  { keys: ["U"], label: "Stop following, or follow again" },
  { keys: ["R"], label: "Laser on or off" },
  { keys: ["Alt ← ↑ ↓ →"], label: "Move the laser" },
];

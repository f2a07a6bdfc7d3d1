import type { Shortcut } from "#ui/player/shortcut-list.tsx";

/** The keyboard shortcuts of the video player. */
export const playerShortcuts: readonly Shortcut[] = [
  { keys: ["Space"], label: "Play or pause" },
  { keys: ["←", "→"], label: "One frame back or forward" },
  { keys: ["Shift ← →"], label: "One second back or forward" },
  { keys: ["J", "L"], label: "Play backward or forward, again for faster" },
  { keys: ["K"], label: "Pause" },
  { keys: ["Home", "End"], label: "First or last frame" },
  { keys: ["I", "O"], label: "Start or end the loop here" },
  { keys: ["X"], label: "Clear the loop" },
  { keys: ["M"], label: "Mute" },
  { keys: ["F"], label: "Full screen" },
  { keys: ["?"], label: "This list" },
];

import { type Shortcut, ShortcutList } from "#ui/player/shortcut-list.tsx";

/** The keyboard shortcuts of the video player. */
const playerShortcuts: readonly Shortcut[] = [
  { keys: ["Space"], label: "Play or pause" },
  { keys: ["←", "→"], label: "One frame back or forward" },
  { keys: ["Shift ← →"], label: "One second back or forward" },
  { keys: ["J", "L"], label: "Play backward or forward, again for faster" },
  { keys: ["K"], label: "Pause" },
  { keys: ["Home", "End"], label: "First or last frame" },
  { keys: ["I", "O"], label: "Start or end the loop here" },
  { keys: ["X"], label: "Clear the loop" },
  { keys: ["+", "−"], label: "Enlarge or reduce the picture" },
  { keys: ["0", "Esc"], label: "Whole picture" },
  { keys: ["M"], label: "Mute" },
  { keys: ["F"], label: "Full screen" },
  { keys: ["?"], label: "This list" },
];

interface PlayerShortcutsProps {
  onClose: () => void;
  /** Shortcuts of other components. */
  more: readonly Shortcut[];
}

/** The list of all shortcuts, in a dialog. */
export function PlayerShortcuts({ onClose, more }: PlayerShortcutsProps) {
  return <ShortcutList open onOpenChange={onClose} shortcuts={[...playerShortcuts, ...more]} />;
}

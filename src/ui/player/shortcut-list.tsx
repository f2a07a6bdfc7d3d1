import { Dialog } from "../dialog.tsx";
import { Kbd } from "../kbd.tsx";

export interface Shortcut {
  /** Names of keys that do the same, such as `["←"]`; keys of a combination are joined: `"Shift ←"`. */
  keys: readonly string[];
  label: string;
}

interface ShortcutListProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  shortcuts: readonly Shortcut[];
}

/** A dialog with all keyboard shortcuts of a player. */
export function ShortcutList({ open, onOpenChange, shortcuts }: ShortcutListProps) {
  return (
    <Dialog size="small" open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4 border-b py-2 last:border-b-0">
            <dt>{label}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys
                .flatMap((key) => key.split(" "))
                .map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface RestoredNoteProps {
  /** Discards what was restored; without it, there is no button for that. */
  onDiscard?: () => void;
  className?: string;
}

/** Says that a form starts with the unsaved changes of an earlier visit. */
export function RestoredNote({ onDiscard, className }: RestoredNoteProps) {
  return (
    <p className={classNames("border-l-2 border-edge pl-3 text-sm text-soft", className)}>
      Your unsaved changes were restored. Choose new files again.{" "}
      {onDiscard && (
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard changes
        </Button>
      )}
    </p>
  );
}

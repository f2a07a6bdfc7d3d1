import { Button } from "#ui/button.tsx";

import type { RoomStatus } from "../sync/session-state.ts";

type Ended = Extract<RoomStatus, { kind: "ended" }>;

interface EndedBarProps {
  ended: Ended;
  /** Number of the version of a guest's link. */
  linkedVersion: number | undefined;
  onClose: () => void;
}

/** Says why watching together has ended for the user. */
export function EndedBar({ ended, linkedVersion, onClose }: EndedBarProps) {
  return (
    <div className="mb-2 flex min-h-10 shrink-0 items-center justify-between gap-3 text-sm">
      <output className="min-w-0 border-l-2 border-amber py-1 pl-3 text-ink">
        {endText(ended, linkedVersion)}
      </output>
      <Button size="small" variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

const endTexts: Record<Ended["reason"], string> = {
  ended: "Watching together was ended for everyone. You can watch on alone.",
  empty: "Watching together has ended because nobody was connected for a minute.",
  version_deleted: "Watching together has ended because the video of this version was deleted.",
  task_ended: "Watching together has ended because the task was cancelled.",
  no_access: "You can't watch together any more because your access has ended.",
  other_version: "The others are watching another version.",
};

function endText({ reason, message }: Ended, linkedVersion: number | undefined): string {
  if (reason === "other_version" && linkedVersion !== undefined) {
    return `The others are watching another version. Your link shows version ${linkedVersion}. You can join again when they return to it.`;
  }
  return reason === "no_access" && message !== null ? message : endTexts[reason];
}

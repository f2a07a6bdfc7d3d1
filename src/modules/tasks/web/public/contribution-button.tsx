import { lazy, useState } from "react";

import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";

const ContributionDialog = lazy(async () => ({
  default: (await import("../contributors/contribution-dialog.tsx")).ContributionDialog,
}));

interface ContributionButtonProps {
  taskId: number;
  /** The user's own entry. */
  contributor: Contributor;
}

/** Opens the brief of a task for one of its contributors, with the files they may add. */
export function ContributionButton({ taskId, contributor }: ContributionButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {contributor.rights.includes("attach") ? "Brief and files" : "Brief"}
      </Button>
      {open && (
        <DialogBoundary onClose={() => setOpen(false)}>
          <ContributionDialog taskId={taskId} contributor={contributor} onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </>
  );
}

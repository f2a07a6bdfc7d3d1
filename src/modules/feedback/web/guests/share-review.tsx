import { Share2 } from "lucide-react";
import { lazy, useState } from "react";

import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { IconButton } from "#ui/icon-button.tsx";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/** The creator's button and dialog for review links. */
export function ShareReview({ taskId }: { taskId: number }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        size="small"
        label="Share for review"
        icon={<Share2 aria-hidden className="size-4.5" strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <DialogBoundary onClose={close}>
          <ShareDialog taskId={taskId} onClose={close} />
        </DialogBoundary>
      )}
    </>
  );
}

import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints, type Version } from "#modules/review/contract/versions.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { formatDuration } from "#ui/format.ts";

interface ExtendWindowProps {
  taskId: number;
  version: Pick<Version, "number" | "windowSeconds">;
  /** Name of the editor if they asked for the extension. */
  requestedBy: string | null;
}

/** Button with a confirmation that extends the review window. */
export function ExtendWindow({ taskId, version, requestedBy }: ExtendWindowProps) {
  const [confirming, setConfirming] = useState(false);
  const extend = useChange(reviewEndpoints.extendWindow, {
    successToast: true,
    onSettled: () => setConfirming(false),
  });
  const request = requestedBy === null ? "" : `${requestedBy} asks for more time. `;
  const added = formatDuration(version.windowSeconds ?? 0);
  return (
    <>
      <Button
        variant={requestedBy === null ? "quiet" : "outline"}
        onClick={() => setConfirming(true)}
        className="px-2! sm:px-4!"
      >
        {requestedBy === null ? "Extend" : "Extend (requested)"}
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Extend the review window?"
        description={`${request}This adds another ${added}, once per version. When the window ends, the video is deleted and has to be uploaded again.`}
        confirmLabel="Extend"
        busy={extend.isPending && "Extending..."}
        onConfirm={() => extend.mutate({ params: { id: taskId }, body: { version: version.number } })}
      />
    </>
  );
}

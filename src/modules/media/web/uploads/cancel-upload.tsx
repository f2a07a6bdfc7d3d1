import { AlertDialog } from "#ui/alert-dialog.tsx";
import { formatBytes } from "#ui/format.ts";

import { filesText } from "../public/upload-text.ts";
import type { RunningUpload, UploadPhase } from "../public/uploads.ts";

interface CancelUploadProps {
  upload: RunningUpload;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before an upload is cancelled, which deletes what is stored. */
export function CancelUpload({ upload, open, onOpenChange }: CancelUploadProps) {
  const { phase, sentBytes, files, cancel } = upload;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this upload?"
      description={[
        files
          ? `${filesText(files)} were sent and stay in the task. The others are not sent.`
          : `The ${formatBytes(sentBytes)} uploaded so far will be deleted.`,
        ...alternative(phase),
      ].join(" ")}
      confirmLabel="Cancel upload"
      cancelLabel={phase === "paused" || phase === "finishing" ? "Keep upload" : "Keep uploading"}
      tone="danger"
      onConfirm={() => {
        onOpenChange(false);
        void cancel();
      }}
    />
  );
}

/** The alternative that keeps the uploaded bytes. */
function alternative(phase: UploadPhase): string[] {
  if (phase === "finishing") return [];
  return [phase === "paused" ? "Leave it paused to continue later." : "Pause it to continue later."];
}

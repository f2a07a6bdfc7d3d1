import { useState } from "react";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { formatBytes, formatPercent, formatSpeed, formatTimeLeft } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import type { UploadPhase, UploadView } from "./use-upload.ts";

interface UploadProgressProps {
  state: UploadView;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** Bytes, speed and time left of an upload, with buttons to pause and cancel it. */
export function UploadProgress({ state, onPause, onResume, onCancel }: UploadProgressProps) {
  const { phase, sentBytes, totalBytes } = state;
  const percent = totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100;
  const [asking, setAsking] = useState(false);
  const amount = `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <div>
      <ProgressBar
        label="Upload"
        percent={phase === "opening" ? null : percent}
        valueText={amount}
        tone={phase === "sending" ? "live" : "idle"}
      />
      <p className="numerals mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span className="text-ink">{formatPercent(Math.floor(percent))}</span>
        <span>{amount}</span>
        <output
          aria-live={phase === "sending" ? "off" : "polite"}
          className={classNames("min-h-5 basis-full sm:basis-auto", phase !== "sending" && "text-ink")}
        >
          {speedText(state)}
        </output>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {phase === "paused" ? (
          <Button size="small" onClick={onResume}>
            Continue
          </Button>
        ) : (
          <Button size="small" onClick={onPause} disabled={phase === "opening" || phase === "finishing"}>
            Pause
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
          Cancel upload
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this upload?"
        description={[
          `The ${formatBytes(sentBytes)} uploaded so far will be deleted.`,
          ...alternative(phase),
        ].join(" ")}
        confirmLabel="Cancel upload"
        cancelLabel={phase === "paused" || phase === "finishing" ? "Keep upload" : "Keep uploading"}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          onCancel();
        }}
      />
    </div>
  );
}

/** The alternative that keeps the uploaded bytes. */
function alternative(phase: UploadPhase): string[] {
  if (phase === "finishing") return [];
  return [phase === "paused" ? "Leave it paused to continue later." : "Pause it to continue later."];
}

function speedText({ phase, sentBytes, totalBytes, bytesPerSecond }: UploadView): string {
  if (phase === "opening") return "starting";
  if (phase === "paused") return "paused";
  if (phase === "waiting") return "connection lost, retrying";
  if (phase === "finishing") return "the server is assembling the file";
  if (phase === "elsewhere") return "uploading from another window, waiting";
  if (bytesPerSecond === 0) return "";
  return `${formatSpeed(bytesPerSecond)} · ${formatTimeLeft((totalBytes - sentBytes) / bytesPerSecond)}`;
}

import { useState } from "react";

import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { formatPercent } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import { CancelUpload } from "../uploads/cancel-upload.tsx";
import { amountText, mayPause, speedText } from "./upload-text.ts";
import { sentPercent, type RunningUpload } from "./uploads.ts";

/** Bytes, speed and time left of an upload, with buttons to pause and cancel it. */
export function UploadProgress({ upload }: { upload: RunningUpload }) {
  const { phase } = upload;
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <ProgressBar
        label="Upload"
        percent={phase === "opening" ? null : sentPercent(upload)}
        valueText={amountText(upload)}
        tone={phase === "sending" ? "live" : "idle"}
      />
      <p className="numerals mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span className="text-ink">{formatPercent(sentPercent(upload))}</span>
        <span>{amountText(upload)}</span>
        <output
          aria-live={phase === "sending" ? "off" : "polite"}
          className={classNames("min-h-5 basis-full sm:basis-auto", phase !== "sending" && "text-ink")}
        >
          {speedText(upload)}
        </output>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {phase === "paused" ? (
          <Button size="small" onClick={upload.resume}>
            Continue
          </Button>
        ) : (
          <Button size="small" onClick={upload.pause} disabled={!mayPause(upload)}>
            Pause
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
          Cancel upload
        </Button>
      </div>
      <CancelUpload upload={upload} open={asking} onOpenChange={setAsking} />
    </div>
  );
}

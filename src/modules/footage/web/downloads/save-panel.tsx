import { CircleCheck } from "lucide-react";

import { Button } from "#ui/button.tsx";
import { formatBytes, formatSpeed, formatTimeLeft } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import { formatFileCount } from "../files/file-items.ts";
import type { FolderSave } from "./use-save-to-folder.ts";

interface SavePanelProps {
  save: FolderSave;
  onCancel: () => void;
  onDismiss: () => void;
}

/** Failures that are listed; the others are counted. */
const maxListed = 20;

/** Progress and result of saving files to a folder. */
export function SavePanel({ save, onCancel, onDismiss }: SavePanelProps) {
  const { state, download, progress, speed } = save;
  const { failures } = progress;
  // The size of the ZIP is a little larger than that of its files.
  const percent = state === "done" ? 100 : Math.min(99, (progress.bytes / Math.max(download.bytes, 1)) * 100);
  const bytes = `${formatBytes(progress.bytes)} of ${formatBytes(download.bytes)}`;
  const left = speed > 0 ? formatTimeLeft(Math.max(download.bytes - progress.bytes, 0) / speed) : "";
  return (
    <section aria-label="Save to folder" className="mt-4 rounded-sm border bg-panel px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="flex min-w-0 flex-1 items-center gap-2 font-medium">
          {state === "done" && failures.length === 0 && (
            <CircleCheck aria-hidden className="size-5 shrink-0 text-go" />
          )}
          {headline(save)}
        </output>
        <Button size="small" variant="quiet" onClick={state === "running" ? onCancel : onDismiss}>
          {state === "running" ? "Cancel" : "Close"}
        </Button>
      </div>
      {state === "running" && (
        <>
          <ProgressBar percent={percent} label="Saving files" valueText={bytes} className="mt-1" />
          <p className="numerals text-sm text-soft">
            {[
              `${progress.savedFiles.toLocaleString("en")} of ${formatFileCount(download.files)}`,
              bytes,
              formatSpeed(speed),
              left,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <p className="text-sm text-soft">
            Keep this page open. If it is interrupted, save to the same folder again: files that are there are
            kept.
          </p>
        </>
      )}
      {failures.length > 0 && (
        <ul className="mt-2 max-h-60 overflow-y-auto border-l-2 border-fault pl-3 text-sm">
          {failures.slice(0, maxListed).map(({ path, reason }) => (
            <li key={path} className="py-1">
              <span dir="auto" className="font-medium break-all">
                {path}
              </span>
              <span className="block text-soft">{reason}</span>
            </li>
          ))}
          {failures.length > maxListed && (
            <li className="py-1 text-soft">and {(failures.length - maxListed).toLocaleString("en")} more</li>
          )}
        </ul>
      )}
    </section>
  );
}

function headline({ state, progress }: FolderSave): string {
  const saved = `${formatFileCount(progress.savedFiles)} saved and verified`;
  if (state === "running") return "Saving to your folder";
  if (state === "cancelled") return `Stopped: ${saved}`;
  if (progress.failures.length === 0) return saved;
  return `${saved}, ${progress.failures.length.toLocaleString("en")} failed`;
}

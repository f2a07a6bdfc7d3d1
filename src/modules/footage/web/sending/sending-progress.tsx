import { Fragment, useState } from "react";

import type { RubbishReason } from "#modules/footage/rules/card-rubbish.ts";
import { UploadProgress } from "#modules/media/web/public/upload-progress.tsx";
import { filesText } from "#modules/media/web/public/upload-text.ts";
import { filesKey, useUploads } from "#modules/media/web/public/uploads.ts";
import { Button } from "#ui/button.tsx";

import type { LeftOutFile, RefusedFile } from "./sending-rules.ts";
import { type SendingView, useSending } from "./sendings.ts";

/** Rows of a list that are displayed; a card may have thousands. */
const shownRows = 100;

/** The files that this page sends to a task, and those that weren't sent with the reasons. */
export function SendingProgress({ taskId }: { taskId: number }) {
  const sending = useSending(taskId);
  const upload = useUploads(({ uploads }) => uploads.find(({ key }) => key === filesKey(taskId)) ?? null);
  if (!sending) return null;
  const { files, failure, isEnded, failed, refused, leftOut, retry, resume, dismiss } = sending;
  return (
    <section aria-label="Sending files" className="border-y py-4">
      <p className="numerals font-semibold">{filesText(files)} sent</p>
      {failure !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-3 border-l-2 border-fault pl-4">
          <p className="grow">Sending stopped: {failure}</p>
          <Button size="small" onClick={resume}>
            Try again
          </Button>
        </div>
      )}
      {!isEnded && failure === null && upload && <UploadProgress upload={upload} />}
      <FailedFiles failed={failed} retry={retry} />
      {refused.length > 0 && (
        <FileRows title={`${countText(refused.length)} can't be sent`} open files={refused} />
      )}
      <LeftOutFiles leftOut={leftOut} />
      {isEnded && (
        <Button size="small" variant="quiet" className="mt-3" onClick={() => void dismiss()}>
          Dismiss
        </Button>
      )}
    </section>
  );
}

function FailedFiles({ failed, retry }: Pick<SendingView, "failed" | "retry">) {
  const retried = failed.filter(({ mayRetry }) => mayRetry).map(({ id }) => id);
  const groups = [
    ["changed while being read", failed.filter(({ isChanged }) => isChanged)],
    ["failed", failed.filter(({ isChanged }) => !isChanged)],
  ] as const;
  return (
    <>
      {groups.map(([text, files]) => (
        <Fragment key={text}>
          {files.length > 0 && <FileRows title={`${countText(files.length)} ${text}`} open files={files} />}
        </Fragment>
      ))}
      {retried.length > 0 && (
        <Button size="small" className="mt-3" onClick={() => retry(retried)}>
          Try again
        </Button>
      )}
    </>
  );
}

const rubbishTexts: Record<RubbishReason, string> = {
  system: "Written by the operating system",
  preview: "Preview that the camera has made of a clip",
};

function LeftOutFiles({ leftOut }: { leftOut: readonly LeftOutFile[] }) {
  const [isOpen, setOpen] = useState(false);
  if (leftOut.length === 0) return null;
  return (
    <FileRows
      title={`${countText(leftOut.length)} left out`}
      open={isOpen}
      onToggle={setOpen}
      files={leftOut.map(({ path, reason }) => ({ path, reason: rubbishTexts[reason] }))}
    />
  );
}

interface FileRowsProps {
  title: string;
  open: boolean;
  onToggle?: (open: boolean) => void;
  files: readonly RefusedFile[];
}

function FileRows({ title, open, onToggle, files }: FileRowsProps) {
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
      className="mt-3 text-sm"
    >
      <summary className="cursor-pointer font-semibold pointer-coarse:min-h-11">{title}</summary>
      <ul className="mt-1 max-h-64 overflow-y-auto">
        {files.slice(0, shownRows).map(({ path, reason }) => (
          <li key={path} className="mt-1.5 border-l-2 border-line pl-3 break-words">
            <span dir="auto">{path}</span> <span className="text-soft">{reason}</span>
          </li>
        ))}
      </ul>
      {files.length > shownRows && (
        <p className="mt-1 text-soft">and {(files.length - shownRows).toLocaleString("en-US")} more</p>
      )}
    </details>
  );
}

function countText(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "file" : "files"}`;
}

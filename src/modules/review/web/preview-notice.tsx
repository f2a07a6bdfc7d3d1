import type { ReactNode } from "react";
import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatPercent } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import type { Preview } from "../contract.ts";

interface PreviewNoticeProps {
  preview: Preview;
  /** The reader is the editor: it speaks of them as "you". */
  own: boolean;
}

/** Says how it stands where there is nothing to watch yet, or no decision left to make. */
export function PreviewNotice({ preview, own }: PreviewNoticeProps) {
  const { version, playback, stage, editor } = preview;
  const watchable = playback?.fileUrl ?? playback?.playlistUrl;
  if (watchable) {
    if (preview.publishFailed) return <FailedToPublish preview={preview} own={own} />;
    if (version?.state !== "rejected") return null;
    return (
      <Line>
        You are watching version {version.number}, which was sent back. {nextSentence(preview, own)}
      </Line>
    );
  }
  if (stage === "cancelled") {
    return <EmptyState title="This task is cancelled.">There is nothing to watch any more.</EmptyState>;
  }
  if (!version) {
    return (
      <EmptyState title="There is no video yet.">
        {own
          ? "Upload your version, then it can be watched here."
          : `${editor.name} has not uploaded a version. You are told the moment one can be watched.`}
      </EmptyState>
    );
  }
  if (version.state === "uploading") {
    return (
      <EmptyState title={`Version ${version.number} is on its way.`}>
        {own ? "You are" : `${editor.name} is`} uploading{" "}
        <span className="font-medium text-ink">{version.fileName}</span>.
      </EmptyState>
    );
  }
  if (version.state === "preparing") {
    const percent = Math.floor((playback?.prepared ?? 0) * 100) || null;
    return (
      <div className="py-10">
        <p className="font-heading text-xl">
          Version {version.number} has arrived and is being made watchable.
        </p>
        <ProgressBar label="Preparation" percent={percent} className="mt-4 max-w-xl" />
        {percent !== null && <p className="numerals text-sm text-soft">{formatPercent(percent)}</p>}
        <p className="mt-3 text-soft">
          {own ? "It goes into review by itself." : "You are told the moment it can be watched."}
        </p>
      </div>
    );
  }
  if (version.state === "refused") {
    return (
      <EmptyState title={`Version ${version.number} can't be used.`}>
        {refusalFor(version.refusal, preview, own)}
      </EmptyState>
    );
  }
  if (version.state === "expired") {
    return (
      <EmptyState title="The review window is over.">
        Version {version.number} was deleted from the server.{" "}
        {own ? "Upload it again." : `${editor.name} was asked to upload it again.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={stage === "published" ? "This video is published." : "This video is no longer kept here."}
      action={
        stage === "published" && (
          <Link to={`/${own ? "c" : "y"}/tasks?tab=completed`} className={buttonClass()}>
            Go to your completed tasks
          </Link>
        )
      }
    >
      The server keeps a video only as long as it is needed.
    </EmptyState>
  );
}

/** Why an approved version was not published. A clock runs only while nothing of it is on the platform. */
function FailedToPublish({ preview, own }: PreviewNoticeProps) {
  const { youtuber, taskId, version } = preview;
  const timed = Boolean(version?.reviewEndsAt);
  if (own) {
    return (
      <Line>
        Publishing failed, and {youtuber.name} was told why. There is nothing for you to do
        {timed && " unless the time runs out"}.
      </Line>
    );
  }
  return (
    <Line>
      Publishing failed.{" "}
      <Link to={`/check-progress/${taskId}`} className="link">
        See why
      </Link>{" "}
      {timed
        ? "and go on before the time is up, or the video is deleted."
        : "and go on: the video is on YouTube already and is not uploaded again."}
    </Line>
  );
}

/** What has become of the version after the one that is shown. */
function nextSentence(preview: Preview, own: boolean): string {
  const { next, editor } = preview;
  if (next?.state === "uploading") return `Version ${next.number} is on its way.`;
  if (next?.state === "preparing") return `Version ${next.number} has arrived and is being made watchable.`;
  if (next?.state === "refused") {
    return `Version ${next.number} can't be used. ${refusalFor(next.refusal, preview, own)}`;
  }
  return own ? "The next one is yours to make." : `${editor.name} is working on the next one.`;
}

/** Why a file was refused is written to whoever sent it; to the creator it is quoted. */
function refusalFor(refusal: string | null, { editor }: Preview, own: boolean): string {
  if (!refusal) return own ? "Upload another file." : `${editor.name} was told and can upload another file.`;
  return own ? refusal : `${editor.name} was told: “${refusal}”`;
}

/** Stands over the player, which makes room for it by `data-notice`. */
function Line({ children }: { children: ReactNode }) {
  return (
    <p data-notice className="mb-4 border-l-2 border-edge py-1 pl-4 text-soft">
      {children}
    </p>
  );
}

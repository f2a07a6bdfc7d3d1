import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { RejectedBy } from "#modules/history/web/public/rejected-by.tsx";
import { isPlayable } from "#modules/media/rules/playback.ts";
import { PublishFailedLine } from "#modules/publishing/web/public/publish-failed-note.tsx";
import type { Preview } from "#modules/review/contract/versions.ts";
import { feedbackExcerpt } from "#modules/review/rules/versions.ts";
import { can, taskSide } from "#modules/tasks/web/public/can.ts";
import { buttonClass } from "#ui/button-class.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatPercent } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import { Line, MissingAtEnd } from "./preview-line.tsx";

interface PreviewNoticeProps {
  preview: Preview;
  role: Role;
}

/** Notice about a version without a video, over the picture while it is being prepared; or a note about the version in the player. */
export function PreviewNotice({ preview, role }: PreviewNoticeProps) {
  const isEditor = taskSide(preview) === "editor";
  const { version, current, playback, stage, editor } = preview;
  if (isPlayable(playback)) return <PlayableNote preview={preview} isEditor={isEditor} />;
  if (stage === "cancelled") {
    return <EmptyState title="This task was cancelled">Its videos were deleted.</EmptyState>;
  }
  if (!version) {
    return (
      <EmptyState title="No video yet">
        {isEditor
          ? "Upload your version to watch it here."
          : ifWorking(
              preview,
              `${editor.name} has not uploaded a version. You'll be notified when one is ready to review.`,
            )}
      </EmptyState>
    );
  }
  if (version.state === "uploading") {
    return (
      <EmptyState title={`Version ${version.number} is being uploaded`}>
        {isEditor ? "You are" : `${editor.name} is`} uploading{" "}
        <span className="font-medium text-ink">{version.fileName}</span>.
      </EmptyState>
    );
  }
  if (version.state === "preparing") {
    const percent = Math.floor((playback?.prepared ?? 0) * 100) || null;
    return (
      <div
        data-hides-play
        className="absolute inset-0 flex flex-col items-center justify-center overflow-y-auto bg-picture/85 px-6 py-2 text-center"
      >
        <p className="font-heading text-xl max-sm:text-lg">
          Version {version.number} was uploaded and is being prepared.
        </p>
        <ProgressBar label="Preparation" percent={percent} className="mt-2 w-full max-w-xl shrink-0" />
        <p className="numerals h-5 text-sm text-soft">{percent !== null && formatPercent(percent)}</p>
        <p className="mt-2 text-soft">
          {isEditor ? "The review starts automatically." : "You'll be notified when it's ready to review."}
        </p>
      </div>
    );
  }
  if (version.state === "refused") {
    return (
      <EmptyState title={`Version ${version.number} can't be used`}>
        {refusalText(version.refusal, preview, isEditor)}
      </EmptyState>
    );
  }
  if (current) return <Line>The video of version {version.number} was deleted. Its comments are kept.</Line>;
  if (version.state === "withdrawn") {
    return (
      <EmptyState title={`Version ${version.number} was withdrawn`}>
        “{version.withdrawalReason}”{" "}
        {isEditor
          ? "Upload the next one."
          : ifWorking(preview, "You'll be notified when the next one is ready to review.")}
      </EmptyState>
    );
  }
  if (version.state === "expired") {
    return (
      <EmptyState title="The review window ended">
        Version {version.number} was deleted.{" "}
        {isEditor ? "Upload it again." : ifWorking(preview, `${editor.name} was asked to upload it again.`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={stage === "published" ? "This video is published" : "This video was deleted"}
      action={
        stage === "published" && (
          <Link to={`${tasksPath(role)}?tab=completed`} className={buttonClass()}>
            Go to your completed tasks
          </Link>
        )
      }
    >
      Reelay deletes videos once they are no longer needed.
    </EmptyState>
  );
}

/** Note about the version in the player. `isEditor` if the user uploads versions. */
function PlayableNote({ preview, isEditor }: { preview: Preview; isEditor: boolean }) {
  const { version, playback } = preview;
  if (version?.state === "approved") {
    const { taskId, youtuber } = preview;
    const expiring = Boolean(version.reviewEndsAt);
    return (
      <PublishFailedLine
        taskId={taskId}
        publishes={can(preview, "publish")}
        creatorName={youtuber.name}
        expiring={expiring}
      />
    );
  }
  if (version && playback?.kept) {
    const quality = playback.kept === "light" ? " in reduced quality" : "";
    return (
      <Line>
        Version {version.number} is kept{quality} for comparison until the task ends.
      </Line>
    );
  }
  if (version?.state !== "rejected") return playback && <MissingAtEnd playback={playback} />;
  return (
    <Line>
      <p>
        Version {version.number} was rejected
        {preview.approvals.length > 0 && (
          <RejectedBy taskId={preview.taskId} version={version.number} />
        )}.{" "}
        {nextVersionText(preview, isEditor)}
      </p>
      {version.feedback !== null && (
        <ExpandableText text={version.feedback} limit={feedbackExcerpt} className="mt-1 text-ink" />
      )}
    </Line>
  );
}

/** The state of the version after the rejected one. */
function nextVersionText(preview: Preview, isEditor: boolean): string {
  const { next, editor, current } = preview;
  if (current) return "";
  if (next?.state === "uploading") return `Version ${next.number} is being uploaded.`;
  if (next?.state === "preparing") return `Version ${next.number} was uploaded and is being prepared.`;
  if (next?.state === "refused") {
    return `Version ${next.number} can't be used. ${refusalText(next.refusal, preview, isEditor)}`;
  }
  return isEditor ? "Upload the next one." : ifWorking(preview, `${editor.name} is working on the next one.`);
}

/** For the creator: a text about the editor's next step, or their own if the editor has left. */
function ifWorking({ editor, editorLeft }: Preview, text: string): string {
  return editorLeft
    ? `${editor.name} no longer works on this task. Choose another editor on the Tasks screen.`
    : text;
}

/** Refusals address the editor; for the creator they are quoted. */
function refusalText(refusal: string | null, preview: Preview, isEditor: boolean): string {
  const { name } = preview.editor;
  if (isEditor) return refusal ?? "Upload another file.";
  const notified = refusal
    ? `${name} was notified: “${refusal}”`
    : `${name} was notified and can upload another file.`;
  return ifWorking(preview, notified);
}

import { flushSync } from "react-dom";

import type { ReportedFinding } from "#modules/checks/contract/checks.ts";
import { CheckPanel } from "#modules/checks/web/public/version-check.tsx";
import { draftRequest } from "#modules/feedback/web/public/draft-request.ts";
import { useReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import type { CommentedVersion } from "#modules/feedback/web/public/use-commented-version.ts";
import { isPlayable } from "#modules/media/rules/playback.ts";
import { useTimecode } from "#modules/media/web/public/use-timecode.ts";
import type { Preview } from "#modules/review/contract/versions.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";

import { useStage } from "../player/preview-stage.tsx";
import type { DisplayedCheck } from "./use-check.ts";

interface CheckTabProps {
  preview: Preview;
  version: number;
  check: DisplayedCheck;
  /** Null while the version can't be commented on. */
  commented: CommentedVersion | null;
}

/** The technical check beside the player: findings seek, and become comments in the tab of the comments. */
export function CheckTab({ preview, version, check, commented }: CheckTabProps) {
  const { taskId, playback, stage } = preview;
  const session = useReviewSession();
  const { showTab } = useStage();
  const rate = preview.version?.rate ?? null;
  const { formatTimecode } = useTimecode({ rate, startTimecode: playback?.startTimecode ?? null });
  const requests = commented !== null && isPlayable(playback);
  const request = ({ text, range }: ReportedFinding) => {
    // The form has to be there before it can receive the focus.
    flushSync(() => showTab("comments"));
    draftRequest(session, text, range);
  };
  return (
    <CheckPanel
      taskId={taskId}
      version={version}
      frameLabel={formatTimecode}
      selectedKey={check.selectedKey}
      onSelect={({ key }) => check.select(key)}
      abilities={{
        explains: isOpen(stage) && can(preview, "upload"),
        accepts: isOpen(stage) && can(preview, "decide"),
        onRequest: isOpen(stage) && requests ? request : undefined,
      }}
    />
  );
}

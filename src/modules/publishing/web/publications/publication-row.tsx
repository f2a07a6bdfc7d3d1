import { Link } from "react-router";

import type { Publication } from "#modules/publishing/contract/publications.ts";
import { buttonClass } from "#ui/button-class.ts";
import { formatPercent } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Moment, Timecode } from "#ui/timecode.tsx";

import { ChangesProblem } from "../changes/changes-problem.tsx";
import { useResendChanges } from "../changes/use-resend-changes.ts";
import { CancelDelivery } from "../deliveries/cancel-delivery.tsx";
import { publicationStatus } from "../deliveries/delivery-state.ts";
import { PublishedRecovery } from "../deliveries/published-recovery.tsx";
import { RecoveryButtons } from "../deliveries/recovery-buttons.tsx";
import { RetryNotice } from "../deliveries/retry-notice.tsx";
import { ConnectionProblem } from "../destinations/connection-problem.tsx";
import { useResendAdditions } from "../details/use-resend-additions.ts";

const statusTones = { fault: "text-fault", done: "text-go", plain: "" };

interface PublicationRowProps {
  publication: Publication;
  /** Percent of the upload, live. */
  percent: number;
  /** When `publication` was received, by this browser's clock in milliseconds. */
  receivedAt: number;
}

/** A delivery in the creator's list. */
export function PublicationRow({ publication, percent, receivedAt }: PublicationRowProps) {
  const { taskId, deliveryId, title, channel, stage, problem, startedAt, cancellable, changes } = publication;
  const { text, tone } = publicationStatus(publication);
  const failed = stage === "ERROR";
  const done = stage === "SUCCESSFULL";
  const unsent = changes?.state === "failed" ? changes : null;
  const { unsentAdditions } = publication;
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 font-heading text-xl">
          <Link to={`/check-progress/${taskId}`} className="hover:underline">
            {title}
          </Link>
        </h2>
        <Moment at={new Date(startedAt)} />
      </div>
      <p className="mt-1 text-soft">
        {channel && <>{channel.title} · </>}
        <span className={statusTones[tone]}>{text}</span>
        {stage === "VIDEO_UPLOAD" && (
          <>
            {" "}
            <Timecode tone="tally">{formatPercent(percent)}</Timecode>
          </>
        )}
      </p>
      {stage === "VIDEO_UPLOAD" && <ProgressBar percent={percent} label={`Uploading ${title}`} />}
      <RetryNotice taskId={taskId} delivery={publication} receivedAt={receivedAt} />
      {failed && <p className="mt-1 max-w-prose">{problem}</p>}
      {failed && (
        <RecoveryButtons delivery={publication} taskId={taskId}>
          {cancellable && <CancelDelivery taskId={taskId} deliveryId={deliveryId} />}
        </RecoveryButtons>
      )}
      {unsent && (
        <div className="mt-3">
          <p className="text-fault">Changed details were not sent</p>
          <ChangesProblem changes={unsent} taskId={taskId} />
        </div>
      )}
      {unsentAdditions && (
        <div className="mt-3">
          <p className="text-fault">Captions or playlists were not added</p>
          <ConnectionProblem {...unsentAdditions} kind={publication.kind} taskId={taskId} />
        </div>
      )}
      {!failed && !done && cancellable && (
        <p className="mt-4">
          <CancelDelivery taskId={taskId} deliveryId={deliveryId} />
        </p>
      )}
      {done && <PublishedButtons publication={publication} />}
    </li>
  );
}

function PublishedButtons({ publication }: { publication: Publication }) {
  const { taskId, title, watchUrl, changes, unsentAdditions } = publication;
  const problems = [changes?.recoveryActions ?? [], unsentAdditions?.recoveryActions ?? []];
  const [changesRetry, additionsRetry] = problems.map((actions) => actions.includes("retry"));
  const resendChanges = useResendChanges(taskId);
  const resendAdditions = useResendAdditions(taskId);
  return (
    <PublishedRecovery
      taskId={taskId}
      problems={problems}
      size="medium"
      onRetry={() => {
        if (changesRetry) resendChanges.onRetry();
        if (additionsRetry) resendAdditions.onRetry();
      }}
      retrying={resendChanges.retrying || resendAdditions.retrying}
    >
      {watchUrl && (
        <a href={watchUrl} target="_blank" rel="noreferrer" className={buttonClass("outline")}>
          Watch the video<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {!problems.flat().includes("edit-details") && (
        <Link to={`/task-update/${taskId}`} className={buttonClass("outline")}>
          Edit details<span className="sr-only"> of {title}</span>
        </Link>
      )}
    </PublishedRecovery>
  );
}

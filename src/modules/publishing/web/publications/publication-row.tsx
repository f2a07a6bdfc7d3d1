import { Link } from "react-router";

import { checkProgressPath, taskUpdatePath, videoResultsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import type { Publication } from "#modules/publishing/contract/publications.ts";
import { formatPercent } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Moment, Timecode } from "#ui/timecode.tsx";

import { UnsentRecovery } from "../changes/unsent-recovery.tsx";
import { leadingProblem, withProblems } from "../changes/use-sent-afterwards.ts";
import { CancelDelivery } from "../deliveries/cancel-delivery.tsx";
import { DeliveryRecovery } from "../deliveries/delivery-recovery.tsx";
import { publicationStatus } from "../deliveries/delivery-state.ts";
import { RetryNotice } from "../deliveries/retry-notice.tsx";
import { LinkButton } from "../link-button.tsx";
import { NewTabLink } from "../new-tab-link.tsx";
import { ProblemNote } from "../operations/problem-note.tsx";

const statusTones = { fault: "text-fault", done: "text-go", plain: "" };

interface PublicationRowProps {
  publication: Publication;
  /** The user's role. */
  role: Role;
  /** Percent of the upload, live. */
  percent: number;
  /** When `publication` was received, by this browser's clock in milliseconds. */
  receivedAt: number;
}

/** A delivery in the list of a creator or of one of their managers. */
export function PublicationRow({ publication, role, percent, receivedAt }: PublicationRowProps) {
  const { taskId, deliveryId, title, creator, channel, stage, problem, startedAt, cancellable } = publication;
  const { text, tone } = publicationStatus(publication);
  const cancel = cancellable && <CancelDelivery taskId={taskId} deliveryId={deliveryId} />;
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 font-heading text-xl">
          <Link to={checkProgressPath(taskId)} className="hover:underline">
            {title}
          </Link>
        </h2>
        <Moment at={new Date(startedAt)} />
      </div>
      <p className="mt-1 text-soft">
        {creator && (
          <>
            for <PersonLink person={creator} /> ·{" "}
          </>
        )}
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
      {stage === "ERROR" ? (
        <>
          <p className="mt-1 max-w-prose">{problem}</p>
          <DeliveryRecovery delivery={publication} taskId={taskId}>
            {cancel}
          </DeliveryRecovery>
        </>
      ) : (
        cancel && <p className="mt-4">{cancel}</p>
      )}
      <Unsent publication={publication} role={role} />
    </li>
  );
}

const headings = {
  changes: "Some details were not sent",
  additions: "Captions or playlists were not added",
};

/** Details, captions and playlists that were not sent, and the links to a published video. */
function Unsent({
  publication: {
    taskId,
    deliveryId,
    title,
    watchUrl,
    stage,
    recoveryActions: ofDelivery,
    unsent,
    mayPublish,
  },
  role,
}: Pick<PublicationRowProps, "publication" | "role">) {
  const problems = withProblems(unsent);
  const primary = ofDelivery.length === 0;
  const leading = leadingProblem(problems);
  const done = stage === "SUCCESSFULL";
  const editable = unsent.some(({ recoveryActions }) => recoveryActions.includes("edit-details"));
  return (
    <>
      {(["changes", "additions"] as const).map((part) => {
        const ofPart = problems.filter((operation) => operation.part === part);
        return (
          ofPart.length > 0 && (
            <div key={part} className="mt-3">
              <p className="text-fault">{headings[part]}</p>
              {ofPart.map((operation) => (
                <ProblemNote
                  key={operation.problem}
                  {...operation}
                  taskId={taskId}
                  primary={primary && operation === leading}
                />
              ))}
            </div>
          )
        );
      })}
      <UnsentRecovery taskId={taskId} primary={primary} operations={unsent}>
        {done && watchUrl && <NewTabLink href={watchUrl} variant="outline" label="Watch the video" />}
        {done && watchUrl && (
          <LinkButton
            to={videoResultsPath(role, taskId, deliveryId)}
            label="Results"
            about={` of ${title}`}
          />
        )}
        {done && mayPublish && !editable && (
          <LinkButton to={taskUpdatePath(taskId)} label="Edit details" about={` of ${title}`} />
        )}
      </UnsentRecovery>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";

import { AppError, isNotFound } from "#core/error.ts";
import { checkProgressPath, previewPath, taskUpdatePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { type PublishSummary, startEndpoints } from "#modules/publishing/contract/start.ts";
import { someKindHas, distinctValues } from "#modules/publishing/platforms/platforms.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

import { placeNames, platformNames } from "../destinations/kind-names.ts";
import { choiceQuery } from "../destinations/queries.ts";
import { ConsentButton, ReconnectButton } from "../destinations/reconnect-button.tsx";
import { SandboxNotice } from "../destinations/sandbox-notice.tsx";
import { useUploadTask } from "../destinations/upload-storage.ts";
import { useKinds } from "../destinations/use-kinds.ts";
import { ShortNote } from "../details/short-note.tsx";
import {
  type ChosenVisibility,
  isTimeMissing,
  VisibilityField,
  chosenVisibility,
} from "../details/visibility-field.tsx";
import { fieldIssue } from "../field-issue.ts";
import { LinkButton } from "../link-button.tsx";
import { PageFoot } from "../page/page-foot.tsx";
import { PublishingPage } from "../page/publishing-page.tsx";
import { Steps } from "../page/steps.tsx";
import { Certification } from "../start/certification.tsx";
import { DestinationChoice } from "../start/destination-choice.tsx";
import { summaryQuery } from "../start/queries.ts";
import { SummaryList } from "../start/summary-list.tsx";

/** The publishing consent and the start of the upload. */
export function StartScreen() {
  const taskId = useUploadTask();
  if (taskId === null) {
    return (
      <PublishingPage heading="Publish on YouTube" taskId={null}>
        <DeadEnd message="no taskId was provided">
          Choose “Publish details” on the card of an approved task.
        </DeadEnd>
      </PublishingPage>
    );
  }
  return <Summary taskId={taskId} />;
}

function Summary({ taskId }: { taskId: number }) {
  const summary = useQuery(summaryQuery(taskId));
  const kinds = useKinds(taskId);
  if (summary.isError && errorCode(summary.error) === "already_publishing") {
    return <Navigate replace to={checkProgressPath(taskId)} />;
  }
  // Without a channel, what was loaded before must not be started.
  const refused = summary.isLoadingError || (summary.isError && summary.error instanceof AppError);
  return (
    <PublishingPage
      heading={`Publish on ${platformNames(kinds.map((kind) => ({ kind }))).names}`}
      taskId={taskId}
    >
      {!refused && <Steps step={2} />}
      {summary.isPending && <SummarySkeleton />}
      {refused && <NotReady error={summary.error} taskId={taskId} onRetry={() => void summary.refetch()} />}
      {summary.data && !refused && <Agreement summary={summary.data} />}
    </PublishingPage>
  );
}

function Agreement({ summary }: { summary: PublishSummary }) {
  const { taskId } = summary;
  const kinds = summary.destinations.map(({ kind }) => kind);
  const onlyStored = !someKindHas(kinds, "visibility");
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ChosenVisibility>({ choice: "public", time: "" });
  const start = useChange(startEndpoints.startDelivery, {
    fallback: "Failed to start upload video session",
    onSuccess: () => void navigate(checkProgressPath(taskId)),
  });
  const timeIssue = fieldIssue(start.error, "publishAt");
  if (start.isPending || start.isSuccess) {
    return (
      <p className="mt-6 flex items-center gap-3 text-soft">
        <Spinner />
        <output>Starting your Video upload Session...</output>
      </p>
    );
  }
  return (
    <>
      <p className="mt-5 max-w-prose text-soft">
        {onlyStored
          ? `Review before you publish. The original of the approved version is stored in your ${placeNames(kinds)}, with its details, thumbnail and captions in files beside it.`
          : "Review before you publish. The video is first uploaded as private and gets the visibility that you choose here as the last step."}
      </p>
      {summary.sandbox && <SandboxNotice kinds={kinds} />}
      <DestinationChoice taskId={taskId} />
      {!onlyStored && (
        <div className="mt-8">
          <VisibilityField
            value={chosen}
            onChange={setChosen}
            schedulable={someKindHas(kinds, "schedule")}
            error={timeIssue}
          />
        </div>
      )}
      {distinctValues(kinds, ({ readers }) => readers).map((readers) => (
        <p key={readers} className="mt-4 max-w-prose text-sm text-soft">
          {readers}
        </p>
      ))}
      {summary.short && <ShortNote />}
      <SummaryList summary={summary} />
      <PageFoot hasText className="gap-x-8">
        {start.isError && timeIssue === undefined && <ErrorState className="w-full" message={start.error} />}
        <Certification kinds={kinds} />
        <span className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
          <LinkButton to={taskUpdatePath(taskId)} size="large" label="Edit details" />
          <Button
            variant="signal"
            size="large"
            disabled={isTimeMissing(chosen)}
            onClick={() => start.mutate({ body: { taskId, ...chosenVisibility(chosen) } })}
          >
            Start upload
          </Button>
        </span>
      </PageFoot>
    </>
  );
}

function errorCode(error: Error): string | null {
  return error instanceof AppError ? error.code : null;
}

/** A missing detail with a link to the page that adds it. */
function NotReady({ error, taskId, onRetry }: { error: Error; taskId: number; onRetry: () => void }) {
  const links: Record<string, { to: string; label: string }> = {
    details_missing: { to: taskUpdatePath(taskId), label: "Fill in the details" },
    not_approved: { to: previewPath(taskId), label: "Go to the preview" },
  };
  const link = links[errorCode(error) ?? ""];
  if (errorCode(error) === "no_channel") {
    return <NoChannel error={error} taskId={taskId} />;
  }
  if (isNotFound(error)) return <DeadEnd message={error.message} />;
  if (!link) return <ErrorState className="mt-6" message={error} onRetry={onRetry} />;
  return (
    <DeadEnd
      message={error.message}
      action={<LinkButton to={link.to} variant="primary" label={link.label} />}
    />
  );
}

/** A destination that is missing or broken: connect it, or choose others. */
function NoChannel({ error, taskId }: { error: Error; taskId: number }) {
  const { data } = useQuery(choiceQuery(taskId));
  const broken = data?.destinations.find(({ id, brokenAt }) => brokenAt !== null && data.chosen.includes(id));
  return (
    <>
      <ErrorState
        className="mt-6"
        message={error}
        action={
          broken ? (
            <ReconnectButton
              taskId={taskId}
              kind={broken.kind}
              destinationId={broken.id}
              variant="primary"
              size="small"
            />
          ) : (
            <ConsentButton taskId={taskId} size="small" variant="primary" label="Connect channel" />
          )
        }
      />
      <DestinationChoice taskId={taskId} />
    </>
  );
}

function SummarySkeleton() {
  return (
    <SkeletonGroup label="Loading what will be published" className="mt-8">
      <Skeleton className="h-14 w-64" />
      <Skeleton className="mt-6 h-5 w-full" />
      <Skeleton className="mt-3 h-5 w-2/3" />
      <Skeleton className="mt-8 h-24 w-full" />
      <Skeleton className="mt-8 h-12 w-44" />
    </SkeletonGroup>
  );
}

import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { AppError, isNotFound } from "#core/error.ts";
import { previewPath, taskUpdatePath, tasksPath, videoResultsPath } from "#core/paths.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";
import { someKindHas } from "#modules/publishing/platforms/platforms.ts";
import { leadingDelivery } from "#modules/publishing/rules/progress.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { can } from "#modules/tasks/web/public/can.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment, Timecode } from "#ui/timecode.tsx";
import { Track } from "#ui/track.tsx";

import { SentAfterwardsList } from "../changes/sent-afterwards.tsx";
import { useSentAfterwards } from "../changes/use-sent-afterwards.ts";
import { CurrentStep } from "../deliveries/current-step.tsx";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { progressHeading } from "../deliveries/delivery-state.ts";
import { FinishElsewhere } from "../deliveries/finish-elsewhere.tsx";
import { ProblemPanel } from "../deliveries/problem-panel.tsx";
import { publishingSteps, publicationTrack } from "../deliveries/publication-track.ts";
import type { Sample } from "../deliveries/speed.ts";
import { StoredVideoName } from "../deliveries/stored-video-name.tsx";
import { useDelivery } from "../deliveries/use-delivery.ts";
import { placeNames, platformNames } from "../destinations/kind-names.ts";
import { SandboxNotice } from "../destinations/sandbox-notice.tsx";
import { LinkButton } from "../link-button.tsx";
import { NewTabLink } from "../new-tab-link.tsx";
import { PublishingPage } from "../page/publishing-page.tsx";
import { Steps } from "../page/steps.tsx";

interface ProgressScreenProps {
  taskId: number | null;
  /** Content of a later module, shown to those who rate the editor once the video is published. */
  whenPublished: ReactNode;
}

/** Live progress of publishing a video. */
export function ProgressScreen({ taskId, whenPublished }: ProgressScreenProps) {
  if (taskId === null) {
    return (
      <PublishingPage heading="Check Progress" taskId={null}>
        <DeadEnd message="Invalid Task ID">Open the publication from your Tasks screen.</DeadEnd>
      </PublishingPage>
    );
  }
  return <Delivery taskId={taskId} whenPublished={whenPublished} />;
}

function Delivery({ taskId, whenPublished }: ProgressScreenProps & { taskId: number }) {
  const { progress, samples } = useDelivery(taskId);
  const error = useLoadingError(progress);
  if (isNotStarted(progress.error ?? error)) return <NotStarted taskId={taskId} />;
  const data = error ? undefined : progress.data;
  const heading = data ? progressHeading(data) : "Check Progress";
  return (
    <PublishingPage heading={error ? "An Error Occurred!" : heading} title="Check Progress" taskId={taskId}>
      {!error && (
        <Steps step={3} finished={data !== undefined && leadingDelivery(data).stage === "SUCCESSFULL"} />
      )}
      <p className="mt-5 text-soft">
        Task <Timecode tone="ink">{taskId}</Timecode>
        {data && `, “${data.task.title}”`}
      </p>
      {!error && !data && <ProgressSkeleton />}
      {error && <NoProgress error={error} taskId={taskId} onRetry={() => void progress.refetch()} />}
      {data && <Details progress={data} samples={samples} receivedAt={progress.dataUpdatedAt} />}
      {data && can(data, "rate") && leadingDelivery(data).stage === "SUCCESSFULL" && whenPublished}
      {data?.sandbox && <SandboxNotice kinds={data.deliveries.map(({ kind }) => kind)} />}
    </PublishingPage>
  );
}

interface DetailsProps {
  progress: Progress;
  samples: readonly Sample[];
  receivedAt: number;
}

function Details({ progress, samples, receivedAt }: DetailsProps) {
  const { task, deliveries } = progress;
  const delivery = leadingDelivery(progress);
  const { stage } = delivery;
  const shown = { taskId: task.id, delivery, deliveries };
  const done = stage === "SUCCESSFULL";
  return (
    <>
      <Track
        variant="full"
        className="mt-8"
        steps={publishingSteps}
        {...publicationTrack(delivery)}
        label="Publishing progress"
      />
      {stage === "ERROR" && <ProblemPanel {...shown} />}
      {done && <Published {...shown} isOwner={can(progress, "manage")} />}
      {done && <FinishElsewhere progress={progress} />}
      {stage !== "ERROR" && !done && (
        <CurrentStep {...shown} several={deliveries.length > 1} samples={samples} receivedAt={receivedAt} />
      )}
      <DeliveryList progress={progress} />
      {done && <SentAfterwardsList taskId={task.id} primary={!delivery.overdue} />}
    </>
  );
}

interface PublishedProps {
  taskId: number;
  /** The leading one. */
  delivery: DeliveryProgress;
  deliveries: readonly DeliveryProgress[];
  /** Whether it is the user's own video, not that of a creator for whom they work. */
  isOwner: boolean;
}

function Published({ taskId, delivery, deliveries, isOwner }: PublishedProps) {
  const { watchUrl, publishAt, overdue } = delivery;
  const role = useUser()?.role ?? "NORMAL";
  const asked = useSentAfterwards(taskId).flatMap(({ recoveryActions }) => recoveryActions);
  const primary = !overdue && asked.length === 0;
  const kinds = deliveries.map(({ kind }) => kind);
  const edit = (
    <LinkButton
      to={taskUpdatePath(taskId)}
      variant={overdue ? "primary" : "outline"}
      size="large"
      label="Edit details"
    />
  );
  return (
    <section className="mt-8">
      <p className="flex items-center gap-3 font-heading text-2xl">
        {publishAt === null && <CircleCheck aria-hidden className="size-7 shrink-0 text-go" />}
        <output>{publishedHeadline(delivery, deliveries, isOwner)}</output>
      </p>
      {overdue && (
        <p role="alert" className="mt-4 max-w-prose border-l-2 border-fault pl-4">
          {publishAt && (
            <>
              It was scheduled for <Moment at={new Date(publishAt)} form="deadline" tone="ink" />.{" "}
            </>
          )}
          See your account at {platformNames(deliveries).names} for the reason. To publish it now, choose
          “Public” in its details.
        </p>
      )}
      {publishAt && !overdue && (
        <p className="mt-4">
          It becomes public on <Moment at={new Date(publishAt)} form="deadline" tone="ink" /> and is private
          until then.
        </p>
      )}
      {deliveries.length === 1 && <StoredVideoName delivery={delivery} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {overdue && edit}
        {watchUrl && (
          <NewTabLink
            href={watchUrl}
            variant={primary ? "primary" : "outline"}
            size="large"
            label="Watch the video"
          />
        )}
        {someKindHas(kinds, "statistics") && (
          <LinkButton to={videoResultsPath("YOUTUBER", taskId)} size="large" label="Results" />
        )}
        {!overdue && !asked.includes("edit-details") && edit}
        <LinkButton to={tasksPath(role)} size="large" label="Go to your tasks" />
      </div>
    </section>
  );
}

function publishedHeadline(
  { channel, publishAt, overdue }: DeliveryProgress,
  deliveries: readonly DeliveryProgress[],
  isOwner: boolean,
): string {
  const video = isOwner ? "Your video" : "The video";
  const names = deliveries.length > 1 ? platformNames(deliveries).names : channel?.title;
  const on = names === undefined ? "" : ` on ${names}`;
  const kinds = deliveries.map(({ kind }) => kind);
  if (!someKindHas(kinds, "watchPage")) return `${video} is stored in your ${placeNames(kinds)}.`;
  if (overdue) return `${video} is not public yet${on}.`;
  return publishAt ? `${video} is ready${on}.` : `${video} is published${on}.`;
}

function isNotStarted(error: Error | null): boolean {
  return error instanceof AppError && error.code === "not_started";
}

function NotStarted({ taskId }: { taskId: number }) {
  return (
    <PublishingPage heading="Check Progress" taskId={taskId}>
      <p className="mt-5 text-soft">
        Task <Timecode tone="ink">{taskId}</Timecode>
      </p>
      <DeadEnd
        message="Publishing has not started"
        action={
          <>
            <LinkButton to={taskUpdatePath(taskId)} variant="primary" label="Publish details" />
            <LinkButton to={previewPath(taskId)} label="Go Back To Video Preview Page" />
          </>
        }
      >
        This version hasn't been published yet. Approve it, add the details and start the upload; its progress
        is then shown here.
      </DeadEnd>
    </PublishingPage>
  );
}

function NoProgress({ error, taskId, onRetry }: { error: Error; taskId: number; onRetry: () => void }) {
  if (isNotFound(error)) return <DeadEnd message={error.message} />;
  if (error instanceof AppError && error.status === 403) {
    return (
      <DeadEnd
        message="Only the creator of the task can follow its publication."
        action={
          <LinkButton to={previewPath(taskId)} variant="primary" label="Go Back To Video Preview Page" />
        }
      />
    );
  }
  return (
    <ErrorState
      className="mt-6"
      message={error}
      onRetry={onRetry}
      action={<LinkButton to={previewPath(taskId)} size="small" label="Go Back To Video Preview Page" />}
    />
  );
}

function ProgressSkeleton() {
  return (
    <SkeletonGroup label="Loading the progress" className="mt-8">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="mt-6 h-0.5 w-full" />
      <Skeleton className="mt-8 h-8 w-72" />
      <Skeleton className="mt-4 h-5 w-full" />
    </SkeletonGroup>
  );
}

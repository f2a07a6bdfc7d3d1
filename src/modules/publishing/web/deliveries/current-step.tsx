import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { formatBytes, formatPercent, formatSpeed, formatTimeLeft } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Moment, Timecode } from "#ui/timecode.tsx";

import { CancelDelivery } from "./cancel-delivery.tsx";
import { RetryNotice } from "./retry-notice.tsx";
import { type Sample, secondsLeft, meanSpeed } from "./speed.ts";

interface CurrentStepProps {
  taskId: number;
  delivery: DeliveryProgress;
  /** Whether the task has several destinations. */
  several: boolean;
  samples: readonly Sample[];
  /** When `delivery` was received, by this browser's clock in milliseconds. */
  receivedAt: number;
}

/** The step in progress, what interrupts it, and the way to cancel it. */
export function CurrentStep({ taskId, receivedAt, ...step }: CurrentStepProps) {
  const { delivery } = step;
  return (
    <>
      <Step {...step} />
      <RetryNotice taskId={taskId} delivery={delivery} receivedAt={receivedAt} />
      {delivery.cancellable && (
        <p className="mt-6">
          <CancelDelivery taskId={taskId} />
        </p>
      )}
    </>
  );
}

type StepProps = Omit<CurrentStepProps, "taskId" | "receivedAt">;

function Step(props: StepProps) {
  const { kind, stage, processing, thumbnailSent } = props.delivery;
  if (processing) return <Processing kind={kind} processing={processing} />;
  if (stage === "VIDEO_UPLOAD") return <Uploading {...props} />;
  const { title, text } = descriptors[kind].steps[stage === "THUMBNAIL_UPLOAD" ? "thumbnail" : "publish"];
  return (
    <section className="mt-8">
      <h2 className="flex items-center gap-3 font-heading text-2xl">
        <Spinner className="size-5!" />
        <output>{title}</output>
      </h2>
      <p className="mt-3 max-w-prose text-soft">
        {stage === "PUBLISH_VIDEO" && thumbnailSent && "The thumbnail is set. "}
        {text}
      </p>
    </section>
  );
}

interface ProcessingProps {
  kind: DeliveryProgress["kind"];
  processing: NonNullable<DeliveryProgress["processing"]>;
}

function Processing({ kind, processing: { percent, since } }: ProcessingProps) {
  return (
    <section className="mt-8">
      <h2 className="flex flex-wrap items-center gap-x-3 font-heading text-2xl">
        <Spinner className="size-5!" />
        <output>{descriptors[kind].name} is processing the video</output>
        {percent !== null && <span className="numerals text-tally">{formatPercent(percent)}</span>}
      </h2>
      <p className="mt-3 max-w-prose text-soft">
        Everything was sent. {descriptors[kind].name} converts and checks the video, which may take minutes or
        days. Reelay checks regularly and marks the video as published when processing ends. You can close
        this page.
      </p>
      <p className="mt-3 text-soft">
        Processing since <Moment at={new Date(since)} tone="ink" />
      </p>
    </section>
  );
}

function Uploading({ delivery, several, samples }: StepProps) {
  const { kind, percent, sentBytes, confirmedBytes, totalBytes, channel } = delivery;
  const title = several && channel ? `Uploading to ${channel.title}` : "Uploading the video";
  const interrupted = delivery.retry !== null || delivery.stalledSeconds !== null;
  const speed = interrupted ? null : meanSpeed(samples);
  const seconds = secondsLeft(totalBytes - sentBytes, speed);
  return (
    <section className="mt-8">
      <div className="flex items-baseline justify-between gap-x-6">
        <h2 className="min-w-0 font-heading text-2xl break-words">{title}</h2>
        <span className="numerals shrink-0 text-3xl text-tally">{formatPercent(percent)}</span>
      </div>
      <ProgressBar
        className="mt-2"
        percent={percent}
        confirmedPercent={(confirmedBytes / totalBytes) * 100}
        label={title}
        valueText={`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Timecode>
          {formatBytes(sentBytes)} of {formatBytes(totalBytes)} sent, {formatBytes(confirmedBytes)} confirmed
        </Timecode>
        <Timecode>
          {sentBytes === totalBytes
            ? `Waiting for ${descriptors[kind].name} to confirm`
            : [speed !== null && formatSpeed(speed), seconds !== null && formatTimeLeft(seconds)]
                .filter(Boolean)
                .join(", ")}
        </Timecode>
      </p>
      <p className="mt-4 max-w-prose text-soft">
        {descriptors[kind].steps.upload} You can close this page: the upload continues on the server, and
        resumes after a dropped connection.
      </p>
    </section>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";

import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { leadingOf } from "#modules/publishing/rules/progress.ts";
import type { RecoveryAction } from "#modules/publishing/rules/recovery-actions.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import { deliveryState, publicationStatus } from "./delivery-state.ts";
import { progressQuery, leaveOut } from "./queries.ts";
import { RecoveryButtons } from "./recovery-buttons.tsx";
import { StoredAs } from "./stored-as.tsx";

/**
 * Each destination of a task with several: its progress, its problem and what can be done about it. The problem of the
 * leading one is above the list.
 */
export function DeliveryList({ progress }: { progress: Progress }) {
  if (progress.deliveries.length < 2) return null;
  return (
    <section className="mt-10" aria-labelledby="destinations">
      <h2 id="destinations" className="font-heading text-xl">
        Destinations
      </h2>
      <ul className="mt-3 divide-y border-y">
        {progress.deliveries.map((delivery) => (
          <Destination key={delivery.deliveryId} delivery={delivery} progress={progress} />
        ))}
      </ul>
    </section>
  );
}

const tones = { fault: "text-fault", done: "text-go", plain: "text-soft" };

function Destination({ delivery, progress }: { delivery: DeliveryProgress; progress: Progress }) {
  const { channel, kind, stage, percent, problem, watchUrl } = delivery;
  const name = channel?.title ?? descriptors[kind].name;
  const leading = delivery.deliveryId === progress.leadingId;
  const running = stage !== "ERROR" && stage !== "SUCCESSFULL";
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium break-words">{name}</p>
        <Badge>{descriptors[kind].name}</Badge>
        <p className={`text-sm ${tones[publicationStatus(delivery).tone]}`}>{deliveryState(delivery)}</p>
        {stage === "SUCCESSFULL" && watchUrl && (
          <a
            href={watchUrl}
            target="_blank"
            rel="noreferrer"
            className="link ml-auto inline-flex items-center gap-1"
          >
            Watch
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only"> on {name} (opens in a new tab)</span>
          </a>
        )}
      </div>
      <StoredAs delivery={delivery} />
      {running && stage === "VIDEO_UPLOAD" && (
        <ProgressBar className="mt-1" percent={percent} label={`Upload to ${name}`} />
      )}
      {problem && (
        <>
          {!leading && <p className="mt-2 max-w-prose">{problem}</p>}
          <Actions {...{ delivery, progress, name, leading }} />
        </>
      )}
    </li>
  );
}

interface ActionsProps {
  delivery: DeliveryProgress;
  progress: Progress;
  name: string;
  /** Its other actions are above the list. */
  leading: boolean;
}

function Actions({ delivery, progress, name, leading }: ActionsProps) {
  const taskId = progress.task.id;
  const leaveOutButton = <LeaveOut {...{ taskId, name }} deliveryId={delivery.deliveryId} />;
  if (leading) return <div className="mt-3">{leaveOutButton}</div>;
  // The forms of the details open once no destination is running.
  const running = leadingOf(progress).stage !== "ERROR";
  const now = delivery.recoveryActions.filter((action) => !running || !onForms.has(action));
  return (
    <>
      {now.length < delivery.recoveryActions.length && (
        <p className="mt-1 max-w-prose text-sm text-soft">
          You can change the details once the other destinations have finished.
        </p>
      )}
      <RecoveryButtons delivery={{ ...delivery, recoveryActions: now }} {...{ taskId, name }} size="small">
        {leaveOutButton}
      </RecoveryButtons>
    </>
  );
}

const onForms: ReadonlySet<RecoveryAction> = new Set([
  "edit-details",
  "choose-thumbnail",
  "change-visibility",
]);

function LeaveOut({ taskId, deliveryId, name }: { taskId: number; deliveryId: string; name: string }) {
  const queries = useQueryClient();
  const leaving = useMutation({
    mutationFn: () => leaveOut(taskId, deliveryId),
    onSuccess: (changed) => queries.setQueryData(progressQuery(taskId).queryKey, changed),
    onError: (error) => showErrorToast(error),
  });
  return (
    <Button size="small" busy={leaving.isPending && "Leaving out..."} onClick={() => leaving.mutate()}>
      Publish without it
      <span className="sr-only"> ({name})</span>
    </Button>
  );
}

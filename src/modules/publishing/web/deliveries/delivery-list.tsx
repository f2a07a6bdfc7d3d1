import { useChange } from "#core/web/use-change.ts";
import {
  deliveriesEndpoints,
  type DeliveryProgress,
  type Progress,
} from "#modules/publishing/contract/deliveries.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { leadingDelivery } from "#modules/publishing/rules/progress.ts";
import type { RecoveryAction } from "#modules/publishing/rules/recovery-actions.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

import { NewTabLink } from "../new-tab-link.tsx";
import { OperationRow } from "../operations/operation-row.tsx";
import { DeliveryRecovery } from "./delivery-recovery.tsx";
import { deliveryState, publicationStatus } from "./delivery-state.ts";
import { progressQuery } from "./queries.ts";
import { StoredVideoName } from "./stored-video-name.tsx";

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

function Destination({ delivery, progress }: { delivery: DeliveryProgress; progress: Progress }) {
  const { channel, kind, stage, percent, problem, watchUrl } = delivery;
  const name = channel?.title ?? descriptors[kind].name;
  const leading = delivery.deliveryId === progress.leadingId;
  return (
    <OperationRow
      name={
        <>
          <span className="min-w-0 font-medium break-words">{name}</span>
          <Badge>{descriptors[kind].name}</Badge>
        </>
      }
      state={deliveryState(delivery)}
      tone={publicationStatus(delivery).tone}
      link={
        stage === "SUCCESSFULL" &&
        watchUrl && <NewTabLink href={watchUrl} about={` on ${name}`} label="Watch" />
      }
    >
      <StoredVideoName delivery={delivery} />
      {stage === "VIDEO_UPLOAD" && (
        <ProgressBar className="mt-1" percent={percent} label={`Upload to ${name}`} />
      )}
      {problem && (
        <>
          {!leading && <p className="mt-2 max-w-prose">{problem}</p>}
          <Actions delivery={delivery} progress={progress} name={name} leading={leading} />
        </>
      )}
    </OperationRow>
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
  const leaveOutButton = <LeaveOut taskId={taskId} name={name} deliveryId={delivery.deliveryId} />;
  if (leading) return <div className="mt-3">{leaveOutButton}</div>;
  // The forms of the details open once no destination is running.
  const running = leadingDelivery(progress).stage !== "ERROR";
  const now = delivery.recoveryActions.filter((action) => !running || !onForms.has(action));
  return (
    <>
      {now.length < delivery.recoveryActions.length && (
        <p className="mt-1 max-w-prose text-sm text-soft">
          You can change the details once the other destinations have finished.
        </p>
      )}
      <DeliveryRecovery
        delivery={{ ...delivery, recoveryActions: now }}
        taskId={taskId}
        name={name}
        size="small"
      >
        {leaveOutButton}
      </DeliveryRecovery>
    </>
  );
}

const onForms: ReadonlySet<RecoveryAction> = new Set([
  "edit-details",
  "choose-thumbnail",
  "change-visibility",
]);

function LeaveOut({ taskId, deliveryId, name }: { taskId: number; deliveryId: string; name: string }) {
  const leaving = useChange(deliveriesEndpoints.leaveOut, {
    fallback: "Failed to leave out this destination",
    stores: progressQuery(taskId).queryKey,
  });
  return (
    <Button
      size="small"
      busy={leaving.isPending && "Leaving out..."}
      onClick={() => leaving.mutate({ body: { taskId, deliveryId } })}
    >
      Publish without it
      <span className="sr-only"> ({name})</span>
    </Button>
  );
}

import { formatMediaTime } from "#core/time.ts";
import { useChange } from "#core/web/use-change.ts";
import {
  deliveriesEndpoints,
  type DeliveryProgress,
  type RetryState,
} from "#modules/publishing/contract/deliveries.ts";
import { Button } from "#ui/button.tsx";
import { Timecode } from "#ui/timecode.tsx";

import { progressQuery } from "./queries.ts";
import { useSecondsSince } from "./use-seconds-since.ts";

interface RetryNoticeProps {
  taskId: number;
  delivery: DeliveryProgress;
  /** When `delivery` was received, by this browser's clock in milliseconds. */
  receivedAt: number;
}

/** Notice about an interruption of the running step: failed attempts and the next one, or a stall. */
export function RetryNotice({ taskId, delivery, receivedAt }: RetryNoticeProps) {
  const { retry, stalledSeconds } = delivery;
  const since = useSecondsSince(receivedAt, retry !== null || stalledSeconds !== null);
  if (retry) return <Retry taskId={taskId} retry={retry} since={since} />;
  if (stalledSeconds === null) return null;
  return (
    <div className="mt-6 border-l-2 border-amber pl-4">
      <p className="font-medium">
        <output>The upload is stalled.</output>{" "}
        <span>
          No data sent for <Timecode tone="ink">{formatMediaTime(stalledSeconds + since)}</Timecode>
        </span>
      </p>
      <p className="mt-1 max-w-prose text-soft">
        Reelay waits for up to 2 minutes, then opens a new connection and continues where the upload stopped.
      </p>
    </div>
  );
}

interface RetryProps {
  taskId: number;
  retry: RetryState;
  /** Seconds since `retry` was received. */
  since: number;
}

function Retry({ taskId, retry, since }: RetryProps) {
  const trying = useChange(deliveriesEndpoints.tryNow, { stores: progressQuery(taskId).queryKey });
  const { reason, attempt, attempts, inSeconds } = retry;
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-2 border-amber pl-4">
      <div>
        <p className="font-medium">
          <output>{reason}</output>
        </p>
        <p className="mt-1 text-soft">
          Attempt{" "}
          <Timecode tone="ink">
            {attempt} of {attempts}
          </Timecode>{" "}
          {inSeconds === null ? (
            "is running."
          ) : (
            <>
              starts in <Timecode tone="ink">{formatMediaTime(Math.max(0, inSeconds - since))}</Timecode>.
            </>
          )}{" "}
          Nothing that was confirmed is sent again.
        </p>
      </div>
      {inSeconds !== null && (
        <Button
          size="small"
          busy={trying.isPending && "Trying..."}
          onClick={() => trying.mutate({ body: { taskId } })}
        >
          Try now
        </Button>
      )}
    </div>
  );
}

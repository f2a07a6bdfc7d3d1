import { useQuery } from "@tanstack/react-query";

import type { ChangesOfDelivery } from "#modules/publishing/contract/changes.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { Badge } from "#ui/badge.tsx";
import { Moment } from "#ui/timecode.tsx";

import { PublishedRecovery } from "../deliveries/published-recovery.tsx";
import { ChangesProblem } from "./changes-problem.tsx";
import { changesQuery } from "./queries.ts";
import { useResendChanges } from "./use-resend-changes.ts";

/** Whether changed details of a published video have reached its destinations, and what to do if not. `primary` as of `PublishedRecovery`. */
export function ChangesStatus({ taskId, primary }: { taskId: number; primary: boolean }) {
  const { data } = useQuery(changesQuery(taskId));
  const resending = useResendChanges(taskId);
  const deliveries = data?.deliveries ?? [];
  if (deliveries.length === 0) return null;
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="font-heading text-xl">
        Changed details
      </h2>
      <ul className="mt-3 divide-y border-y">
        {deliveries.map((delivery) => (
          <DeliveryState key={delivery.deliveryId} delivery={delivery} taskId={taskId} />
        ))}
      </ul>
      <PublishedRecovery
        taskId={taskId}
        problems={deliveries.map(({ recoveryActions }) => recoveryActions)}
        primary={primary}
        {...resending}
      />
    </section>
  );
}

function DeliveryState({ delivery, taskId }: { delivery: ChangesOfDelivery; taskId: number }) {
  const { kind, channelTitle, state, sentAt } = delivery;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 break-words">
          {channelTitle}
          <Badge>{descriptors[kind].name}</Badge>
        </span>
        {state === "sent" && (
          <span className="text-sm text-go">Sent {sentAt !== null && <Moment at={new Date(sentAt)} />}</span>
        )}
        {state === "sending" && <span className="text-sm text-soft">Sending</span>}
        {state === "failed" && <span className="text-sm text-fault">Not sent</span>}
      </p>
      <ChangesProblem changes={delivery} taskId={taskId} />
    </li>
  );
}

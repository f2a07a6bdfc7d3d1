import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { endpointQuery } from "#core/web/endpoint-query.ts";
import {
  type DeliveryProgress,
  type Progress,
  deliveriesEndpoints,
} from "#modules/publishing/contract/deliveries.ts";
import { leadingDelivery, stallSeconds } from "#modules/publishing/rules/progress.ts";

import { progressKey } from "../query-keys.ts";

/** Realtime messages report progress; refetching covers lost ones and finds stalls. In milliseconds. */
const refetchInterval = stallSeconds * 1000;

export function progressQuery(taskId: number) {
  return queryOptions({
    ...endpointQuery({
      queryKey: [...progressKey, taskId] as const,
      endpoint: deliveriesEndpoints.progress,
      input: { params: { taskId } },
      fallback: "Failed to fetch task data",
    }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data) ? false : refetchInterval),
  });
}

/** Whether the task's publication failed. Realtime messages of the task refetch it. */
export function statusQuery(taskId: number) {
  const queryKey = [...progressKey, taskId, "status"] as const;
  const { status } = deliveriesEndpoints;
  return { ...endpointQuery({ queryKey, endpoint: status, input: { params: { taskId } } }), staleTime: 0 };
}

function isFinished(progress: Progress): boolean {
  const { stage } = leadingDelivery(progress);
  return stage === "SUCCESSFULL" || stage === "ERROR";
}

export type RetryChoice = Omit<z.input<typeof deliveriesEndpoints.retry.body>, "taskId">;

/** Shows what a delivery has uploaded since its progress was fetched. */
export function showUploadedBytes(
  queries: QueryClient,
  taskId: number,
  uploaded: Pick<DeliveryProgress, "deliveryId" | "percent" | "sentBytes" | "confirmedBytes" | "totalBytes">,
): void {
  queries.setQueryData(progressQuery(taskId).queryKey, (before) => {
    const deliveries = before?.deliveries.map((delivery) =>
      delivery.deliveryId === uploaded.deliveryId
        ? { ...delivery, ...uploaded, stalledSeconds: null }
        : delivery,
    );
    return before && deliveries && { ...before, deliveries };
  });
}

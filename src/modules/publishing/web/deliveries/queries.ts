import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call } from "#core/web/client.ts";
import {
  type Progress,
  type PublishingStatus,
  deliveriesEndpoints,
} from "#modules/publishing/contract/deliveries.ts";
import { leadingOf, stallSeconds } from "#modules/publishing/rules/progress.ts";

import { progressKey } from "../query-keys.ts";

/** Realtime messages report progress; refetching covers lost ones and finds stalls. In milliseconds. */
const refetchInterval = stallSeconds * 1000;

export function progressQuery(taskId: number) {
  return queryOptions({
    queryKey: [...progressKey, taskId] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Progress> =>
      (
        await call(
          deliveriesEndpoints.progress,
          { params: { taskId } },
          { fallback: "Failed to fetch task data", signal },
        )
      ).data,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data) ? false : refetchInterval),
  });
}

/** Whether the task's publication failed. Realtime messages of the task refetch it. */
export function statusQuery(taskId: number) {
  return queryOptions({
    queryKey: [...progressKey, taskId, "status"] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<PublishingStatus> =>
      (await call(deliveriesEndpoints.status, { params: { taskId } }, { signal })).data,
  });
}

function isFinished(progress: Progress): boolean {
  const { stage } = leadingOf(progress);
  return stage === "SUCCESSFULL" || stage === "ERROR";
}

export type RetryChoice = Omit<z.input<typeof deliveriesEndpoints.retry.body>, "taskId">;

export async function retryDelivery(body: z.input<typeof deliveriesEndpoints.retry.body>): Promise<Progress> {
  const fallback = "Failed to start upload video session";
  return (await call(deliveriesEndpoints.retry, { body }, { fallback })).data;
}

/** Begins the next attempt of a delivery at once. */
export async function tryNow(taskId: number): Promise<Progress> {
  return (await call(deliveriesEndpoints.tryNow, { body: { taskId } })).data;
}

export async function cancelDelivery(
  body: z.input<typeof deliveriesEndpoints.cancel.body>,
): Promise<Progress> {
  return (await call(deliveriesEndpoints.cancel, { body })).data;
}

/** Sends the version back to the editor. Returns the server's message. */
export async function sendBack(taskId: number, feedback: string): Promise<string> {
  return (await call(deliveriesEndpoints.sendBack, { body: { taskId, feedback } })).message;
}

export async function leaveOut(taskId: number, deliveryId: string): Promise<Progress> {
  const fallback = "Failed to leave out this destination";
  return (await call(deliveriesEndpoints.leaveOut, { body: { taskId, deliveryId } }, { fallback })).data;
}

import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call } from "#core/web/client.ts";
import { type Progress, publishingEndpoints, type PublishingStatus } from "#modules/publishing/contract.ts";
import { recoveryEndpoints } from "#modules/publishing/contract/deliveries.ts";
import type { DetailsInput } from "#modules/publishing/rules/details-input.ts";
import { stallSeconds } from "#modules/publishing/rules/progress.ts";
import type { Task } from "#modules/tasks/contract.ts";

import { progressKey, summaryKey } from "../query-keys.ts";

export function summaryQuery(taskId: number) {
  return queryOptions({
    queryKey: [...summaryKey, taskId] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          publishingEndpoints.summary,
          { params: { taskId } },
          { fallback: "Failed to fetch task data", signal },
        )
      ).data,
  });
}

/** Realtime messages report progress; refetching covers lost ones and finds stalls. In milliseconds. */
const refetchInterval = stallSeconds * 1000;

export function progressQuery(taskId: number) {
  return queryOptions({
    queryKey: [...progressKey, taskId] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Progress> =>
      (
        await call(
          publishingEndpoints.progress,
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
      (await call(publishingEndpoints.status, { params: { taskId } }, { signal })).data,
  });
}

function isFinished({ stage }: Progress): boolean {
  return stage === "SUCCESSFULL" || stage === "ERROR";
}

export interface ChosenThumbnail {
  thumbnail: File | null;
  removeThumbnail: boolean;
}

/** Saves the video's details. Returns the task and the server's message. */
export async function saveDetails(
  taskId: number,
  details: DetailsInput,
  { thumbnail, removeThumbnail }: ChosenThumbnail,
): Promise<{ data: Task; message: string }> {
  const { title, description, tags, madeForKids, options } = details;
  const fields = {
    title,
    description,
    taskId,
    tags: JSON.stringify(tags),
    options: JSON.stringify(options),
    madeForKids: madeForKids ? ("true" as const) : ("false" as const),
    ...(removeThumbnail && { removeThumbnail: "true" as const }),
  };
  return call(
    publishingEndpoints.updateMetaData,
    { form: { fields, files: { thumbnail: thumbnail ? [thumbnail] : [] } } },
    { fallback: "Failed to update youtube video details" },
  );
}

/** The URL to continue at: the platform's consent screen, or the start screen. */
export async function fetchAuthorizationUrl(choice: {
  taskId: number;
  reconnect?: boolean;
}): Promise<string> {
  const query = { taskId: choice.taskId, ...(choice.reconnect && { reconnect: "true" as const }) };
  const { data } = await call(publishingEndpoints.authorize, { query }, { fallback: "Invalid OAuth URL" });
  if (!URL.canParse(data)) throw new Error("Invalid OAuth URL");
  return data;
}

export async function exchangeCode(
  body: z.input<typeof publishingEndpoints.getAccessToken.body>,
): Promise<{ message: string }> {
  const fallback = "Failed to login/register with OAuth. Please try again.";
  const { message } = await call(publishingEndpoints.getAccessToken, { body }, { fallback });
  return { message };
}

export type RetryChoice = Omit<z.input<typeof recoveryEndpoints.retry.body>, "taskId">;

export async function retryDelivery(body: z.input<typeof recoveryEndpoints.retry.body>): Promise<Progress> {
  const fallback = "Failed to start upload video session";
  return (await call(recoveryEndpoints.retry, { body }, { fallback })).data;
}

/** Begins the next attempt of a delivery at once. */
export async function tryNow(taskId: number): Promise<Progress> {
  return (await call(recoveryEndpoints.tryNow, { body: { taskId } })).data;
}

export async function cancelDelivery(body: z.input<typeof recoveryEndpoints.cancel.body>): Promise<Progress> {
  return (await call(recoveryEndpoints.cancel, { body })).data;
}

/** Sends the version back to the editor. Returns the server's message. */
export async function sendBack(taskId: number, feedback: string): Promise<string> {
  return (await call(recoveryEndpoints.sendBack, { body: { taskId, feedback } })).message;
}

/** Disconnects one destination, or all YouTube channels. */
export async function disconnect(destinationId: string | undefined): Promise<{ message: string }> {
  const { message } = await call(
    publishingEndpoints.disconnect,
    { query: destinationId === undefined ? {} : { destinationId } },
    { fallback: "Failed to disconnect the channel. Try again." },
  );
  return { message };
}

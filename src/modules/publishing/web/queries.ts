import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call } from "#core/web/client.ts";
import { type Task, tasksEndpoints } from "#modules/tasks/contract.ts";

import { type Progress, publishingEndpoints } from "../contract.ts";
import type { VideoDetails } from "../rules/details.ts";

/** The task whose details are edited, fresh on every load (specification, section 7). */
export function taskQuery(id: number) {
  return queryOptions({
    queryKey: ["task", id] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          tasksEndpoints.fetchTask,
          { params: { id } },
          { fallback: "Failed to fetch task data", signal },
        )
      ).data,
  });
}

export function summaryQuery(taskId: number) {
  return queryOptions({
    queryKey: ["publish-summary", taskId] as const,
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

/** Live messages say how it goes on; asking now and then covers those that got lost. */
const askAgainAfter = 15_000;

export function progressQuery(taskId: number) {
  return queryOptions({
    queryKey: ["progress", taskId] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Progress> =>
      (
        await call(
          publishingEndpoints.progress,
          { params: { taskId } },
          { fallback: "Failed to fetch task data", signal },
        )
      ).data,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : askAgainAfter),
  });
}

function isOver({ stage }: Progress): boolean {
  return stage === "SUCCESSFULL" || stage === "ERROR";
}

export interface ChosenThumbnail {
  thumbnail: File | null;
  removeThumbnail: boolean;
}

/** Saves what the video will be called; answers the task and the server's sentence. */
export async function saveDetails(
  taskId: number,
  details: VideoDetails,
  { thumbnail, removeThumbnail }: ChosenThumbnail,
): Promise<{ data: Task; message: string }> {
  const { title, description, tags, madeForKids } = details;
  const fields = {
    title,
    description,
    taskId,
    tags: JSON.stringify(tags),
    madeForKids: madeForKids ? ("true" as const) : ("false" as const),
    ...(removeThumbnail && { removeThumbnail: "true" as const }),
  };
  return call(
    publishingEndpoints.updateMetaData,
    { form: { fields, files: { thumbnail: thumbnail ? [thumbnail] : [] } } },
    { fallback: "Failed to update youtube video details" },
  );
}

/** The address to go on to: consent at the platform, or the start of the upload. */
export async function askWhereToGo(choice: { taskId: number; reconnect?: boolean }): Promise<string> {
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

export async function startUpload(
  body: z.input<typeof publishingEndpoints.startSession.body>,
): Promise<Progress> {
  const fallback = "Failed to start upload video session";
  return (await call(publishingEndpoints.startSession, { body }, { fallback })).data;
}

export async function retryUpload(body: z.input<typeof publishingEndpoints.retry.body>): Promise<Progress> {
  const fallback = "Failed to start upload video session";
  return (await call(publishingEndpoints.retry, { body }, { fallback })).data;
}

export async function disconnect(): Promise<{ message: string }> {
  const { message } = await call(
    publishingEndpoints.disconnect,
    {},
    { fallback: "The channel could not be disconnected. Try again." },
  );
  return { message };
}

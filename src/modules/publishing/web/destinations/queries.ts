import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call } from "#core/web/client.ts";
import type { Progress } from "#modules/publishing/contract.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
  type TaskChoice,
} from "#modules/publishing/contract/destinations.ts";

import { destinationsKey } from "../query-keys.ts";

export const destinationsQuery = queryOptions({
  queryKey: [...destinationsKey, "all"] as const,
  queryFn: async ({ signal }): Promise<ConnectedDestination[]> =>
    (await call(destinationsEndpoints.list, {}, { fallback: "Failed to fetch your destinations", signal }))
      .data,
});

export function choiceQuery(taskId: number) {
  return queryOptions({
    queryKey: [...destinationsKey, taskId] as const,
    queryFn: async ({ signal }): Promise<TaskChoice> =>
      (
        await call(
          destinationsEndpoints.choice,
          { params: { taskId } },
          { fallback: "Failed to fetch your destinations", signal },
        )
      ).data,
  });
}

export async function saveChoice(taskId: number, destinationIds: string[]): Promise<TaskChoice> {
  const fallback = "Failed to save the destinations";
  const input = { params: { taskId }, body: { destinationIds } };
  return (await call(destinationsEndpoints.choose, input, { fallback })).data;
}

export async function connectPeerTube(
  body: z.input<typeof destinationsEndpoints.connectPeerTube.body>,
): Promise<z.output<typeof destinationsEndpoints.connectPeerTube.response>> {
  const fallback = "Failed to connect the channel";
  return (await call(destinationsEndpoints.connectPeerTube, { body }, { fallback })).data;
}

export async function connectBucket(
  body: z.input<typeof destinationsEndpoints.connectBucket.body>,
): Promise<ConnectedDestination> {
  return (
    await call(destinationsEndpoints.connectBucket, { body }, { fallback: "Failed to connect the bucket" })
  ).data;
}

/** The URL of YouTube's consent screen, which returns to the settings. */
export async function authorizeYouTube(destinationId: string | undefined): Promise<string> {
  const body = destinationId === undefined ? {} : { destinationId };
  return (await call(destinationsEndpoints.authorizeYouTube, { body }, { fallback: "Invalid OAuth URL" }))
    .data;
}

export async function connectYouTube(
  body: z.input<typeof destinationsEndpoints.connectYouTube.body>,
): Promise<ConnectedDestination> {
  const fallback = "Failed to connect the channel";
  return (await call(destinationsEndpoints.connectYouTube, { body }, { fallback })).data;
}

export async function checkConnection(destinationId: string): Promise<ConnectedDestination> {
  const fallback = "Failed to check the connection";
  return (await call(destinationsEndpoints.check, { params: { destinationId } }, { fallback })).data;
}

export async function removeDestination(destinationId: string): Promise<string> {
  const fallback = "Failed to disconnect";
  return (await call(destinationsEndpoints.remove, { params: { destinationId } }, { fallback })).message;
}

export async function leaveOut(taskId: number, deliveryId: string): Promise<Progress> {
  const fallback = "Failed to leave out this destination";
  return (await call(destinationsEndpoints.leaveOut, { body: { taskId, deliveryId } }, { fallback })).data;
}

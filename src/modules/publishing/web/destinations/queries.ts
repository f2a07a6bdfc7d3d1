import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call } from "#core/web/client.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
  formEndpoint,
  type TaskChoice,
} from "#modules/publishing/contract/destinations.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";

import { destinationsKey } from "../query-keys.ts";

export const destinationsQuery = queryOptions({
  queryKey: [...destinationsKey, "all"] as const,
  queryFn: async ({ signal }): Promise<ConnectedDestination[]> =>
    (await call(destinationsEndpoints.list, {}, { fallback: "Failed to fetch your destinations", signal }))
      .data,
});

/** The kinds that can be connected, with the possible entries of fields of their forms. */
export const kindsQuery = queryOptions({
  queryKey: [...destinationsKey, "kinds"] as const,
  queryFn: async ({ signal }) =>
    (await call(destinationsEndpoints.kinds, {}, { fallback: "Failed to fetch the destinations", signal }))
      .data,
  staleTime: Infinity,
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

export async function connectByForm(
  kind: DestinationKind,
  body: Record<string, string>,
): Promise<ConnectedDestination> {
  const { noun } = descriptors[kind];
  return (await call(formEndpoint(kind), { body }, { fallback: `Failed to connect the ${noun}` })).data;
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

/** The URL to continue at: the platform's consent screen, or the start screen. */
export async function fetchAuthorizationUrl(choice: {
  taskId: number;
  reconnect?: boolean;
}): Promise<string> {
  const query = { taskId: choice.taskId, ...(choice.reconnect && { reconnect: "true" as const }) };
  const { data } = await call(destinationsEndpoints.authorize, { query }, { fallback: "Invalid OAuth URL" });
  if (!URL.canParse(data)) throw new Error("Invalid OAuth URL");
  return data;
}

export async function exchangeCode(
  body: z.input<typeof destinationsEndpoints.getAccessToken.body>,
): Promise<{ message: string }> {
  const fallback = "Failed to login/register with OAuth. Please try again.";
  const { message } = await call(destinationsEndpoints.getAccessToken, { body }, { fallback });
  return { message };
}

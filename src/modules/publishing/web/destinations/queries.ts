import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
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

import { second } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";

import { destinationsKey } from "../query-keys.ts";

export const destinationsQuery = endpointQuery({
  queryKey: [...destinationsKey, "all"] as const,
  endpoint: destinationsEndpoints.list,
  input: {},
  fallback: "Failed to fetch your destinations",
});

/** The kinds that can be connected, with the possible entries of fields of their forms. */
export const kindsQuery = {
  ...endpointQuery({
    queryKey: [...destinationsKey, "kinds"] as const,
    endpoint: destinationsEndpoints.kinds,
    input: {},
    fallback: "Failed to fetch the destinations",
  }),
  staleTime: Infinity,
};

export function choiceQuery(taskId: number) {
  return {
    ...endpointQuery({
      queryKey: [...destinationsKey, taskId] as const,
      endpoint: destinationsEndpoints.choice,
      input: { params: { taskId } },
      fallback: "Failed to fetch your destinations",
    }),
    // Parts of the screen that are shown later do not request it again.
    staleTime: second,
  };
}

/** The URL to continue at: the platform's consent screen, or the start screen. */
export async function fetchAuthorizationUrl(choice: {
  taskId: number;
  reconnect?: boolean;
  kind?: DestinationKind | undefined;
}): Promise<string> {
  const { taskId, reconnect, kind } = choice;
  const query = { taskId, ...(reconnect && { reconnect: "true" as const }), ...(kind && { kind }) };
  const { data } = await call(destinationsEndpoints.authorize, { query }, { fallback: "Invalid OAuth URL" });
  if (!URL.canParse(data)) throw new Error("Invalid OAuth URL");
  return data;
}

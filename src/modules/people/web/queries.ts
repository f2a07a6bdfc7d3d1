import { endpointQuery } from "#core/web/endpoint-query.ts";

import { peopleEndpoints } from "../contract/people.ts";

/** People whose name matches; cached for a minute. */
export function peopleQuery(query: string) {
  return {
    ...endpointQuery({
      queryKey: ["people", query],
      endpoint: peopleEndpoints.searchUser,
      input: { query: { query } },
      fallback: "Failed to fetch users",
    }),
    staleTime: 60_000,
  };
}

import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";

import { peopleEndpoints } from "../contract.ts";

/** People whose name matches; cached for a minute. */
export function peopleQuery(query: string) {
  return queryOptions({
    queryKey: ["people", query],
    queryFn: async ({ signal }) => {
      const fallback = "Failed to fetch users";
      const { data } = await call(peopleEndpoints.searchUser, { query: { query } }, { fallback, signal });
      return data;
    },
    staleTime: 60_000,
  });
}

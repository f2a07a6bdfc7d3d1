import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";

import { credentialsEndpoints } from "../contract/credentials.ts";

/** What one signs in with. */
export const credentialsQuery = queryOptions({
  queryKey: ["credentials"],
  queryFn: async ({ signal }) => {
    const fallback = "Failed to fetch what you sign in with";
    return (await call(credentialsEndpoints.credentials, {}, { fallback, signal })).data;
  },
});

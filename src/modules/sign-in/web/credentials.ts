import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";

import { passwordEndpoints } from "../contract/passwords.ts";

/** What one signs in with. */
export const credentialsQuery = queryOptions({
  queryKey: ["credentials"],
  queryFn: async ({ signal }) => {
    const fallback = "Failed to fetch what you sign in with";
    return (await call(passwordEndpoints.credentials, {}, { fallback, signal })).data;
  },
});

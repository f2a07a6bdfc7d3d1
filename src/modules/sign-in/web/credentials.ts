import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";

import { passwordEndpoints } from "../contract/passwords.ts";

/** The user's email and whether they have a password. */
export const credentialsQuery = queryOptions({
  queryKey: ["credentials"],
  queryFn: async ({ signal }) => {
    const fallback = "Failed to fetch your login settings";
    return (await call(passwordEndpoints.credentials, {}, { fallback, signal })).data;
  },
});

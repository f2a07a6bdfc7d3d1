import { endpointQuery } from "#core/web/endpoint-query.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";

/** The user's email and whether they have a password. */
export const credentialsQuery = endpointQuery({
  queryKey: ["credentials"],
  endpoint: passwordEndpoints.credentials,
  input: {},
  fallback: "Failed to fetch your login settings",
});

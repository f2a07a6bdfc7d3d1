import { endpointQuery } from "#core/web/endpoint-query.ts";

import { teamEndpoints } from "../contract/team.ts";

/** The user's team: members and invitations. */
export const teamQuery = endpointQuery({
  queryKey: ["team"] as const,
  endpoint: teamEndpoints.team,
  input: {},
  fallback: "Your team couldn't be loaded.",
});

/** The teams to which the user belongs, and invitations to others. */
export const teamsQuery = endpointQuery({
  queryKey: ["teams"] as const,
  endpoint: teamEndpoints.teams,
  input: {},
  fallback: "Your teams couldn't be loaded.",
});

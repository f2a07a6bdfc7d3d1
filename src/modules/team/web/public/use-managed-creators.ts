import { useQuery } from "@tanstack/react-query";

import type { JoinedTeam } from "#modules/team/contract.ts";

import { teamsQuery } from "../queries.ts";

/** The creators whose manager the user is, without suspended ones. Empty until they are known. */
export function useManagedCreators(): JoinedTeam["creator"][] {
  const { data } = useQuery(teamsQuery);
  const managed = data?.teams.filter(({ kind, creator }) => kind === "manager" && !creator.suspended);
  return managed?.map(({ creator }) => creator) ?? [];
}

import { useQuery } from "@tanstack/react-query";

import type { JoinedTeam } from "#modules/team/contract.ts";

import { teamsQuery } from "../queries.ts";

/** The teams whose manager the user is, without those of suspended creators; undefined until they are known, or if not `enabled`. */
export function useManagedTeams({ enabled = true } = {}): JoinedTeam[] | undefined {
  const { data } = useQuery({ ...teamsQuery, enabled });
  return data?.teams.filter(({ kind, creator }) => kind === "manager" && !creator.suspended);
}

import { useQuery } from "@tanstack/react-query";

import type { JoinedTeam } from "#modules/team/contract/team.ts";

import { teamsQuery } from "../queries.ts";

interface ManagedTeams {
  /** Undefined until they are known, if they can't be loaded, and if not `enabled`. */
  managed: JoinedTeam[] | undefined;
  /** They are not known yet, and have not failed to load. */
  isPending: boolean;
}

/** The teams whose manager the user is, without those of suspended creators. */
export function useManagedTeams({ enabled = true } = {}): ManagedTeams {
  const { data, isPending } = useQuery({ ...teamsQuery, enabled });
  const managed = data?.teams.filter(({ kind, creator }) => kind === "manager" && !creator.suspended);
  return { managed, isPending: enabled && isPending };
}

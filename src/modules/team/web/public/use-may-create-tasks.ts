import { useQuery } from "@tanstack/react-query";

import type { User } from "#modules/people/contract.ts";

import { teamsQuery } from "../queries.ts";

/** Whether an editor manages for a creator; null until it is known. */
export function useManages({ role }: Pick<User, "role">): boolean | null {
  const { data } = useQuery({ ...teamsQuery, enabled: role === "EDITOR" });
  return data ? data.teams.some(({ kind, creator }) => kind === "manager" && !creator.suspended) : null;
}

/** Whether the user may create tasks: as a creator, or as a manager with the right. False until it is known. */
export function useMayCreateTasks({ role }: Pick<User, "role">): boolean {
  const { data } = useQuery({ ...teamsQuery, enabled: role === "EDITOR" });
  if (role === "YOUTUBER") return true;
  return data?.teams.some(({ mayCreateTasks, creator }) => mayCreateTasks && !creator.suspended) ?? false;
}

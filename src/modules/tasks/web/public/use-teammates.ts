import { useQuery } from "@tanstack/react-query";

import type { PersonCard } from "#modules/people/contract/people.ts";

import { teammatesQuery } from "../queries.ts";

/** The people with whom the user has worked recently, newest task first; empty while loading. */
export function useTeammates(): readonly PersonCard[] {
  const { data } = useQuery(teammatesQuery);
  return data ?? [];
}

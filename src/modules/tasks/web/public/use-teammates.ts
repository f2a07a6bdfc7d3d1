import { useQuery } from "@tanstack/react-query";

import type { PersonCard } from "#modules/people/contract/people.ts";

import { teammatesQuery } from "../queries.ts";

/** The people with whom the user has worked recently, newest task first. */
export function useTeammates(): { teammates: readonly PersonCard[]; loading: boolean } {
  const { data = [], isLoading } = useQuery(teammatesQuery);
  return { teammates: data, loading: isLoading };
}

import { useInfiniteQuery } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";

/** The users whom the user has blocked, the last blocked first. */
export function useBlockedUsers() {
  return useInfiniteQuery({
    queryKey: ["blocked-users"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const fallback = "Failed to fetch blocked users";
      return call(peopleEndpoints.blockedUsers, { query: { cursor: pageParam } }, { fallback, signal });
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

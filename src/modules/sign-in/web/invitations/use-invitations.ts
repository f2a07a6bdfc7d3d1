import { useInfiniteQuery } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";

/** The user's invitations, newest first. */
export function useInvitations() {
  return useInfiniteQuery({
    queryKey: ["invitations"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const fallback = "Failed to fetch your invitations";
      return call(
        invitationEndpoints.invitations,
        { query: { cursor: pageParam, limit: 10 } },
        { fallback, signal },
      );
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

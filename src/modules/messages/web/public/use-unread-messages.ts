import { useQuery } from "@tanstack/react-query";

import { unreadQuery } from "../queries.ts";

/** The number of unread messages, at most 100; 0 until it is loaded. */
export function useUnreadMessages(): number {
  return useQuery(unreadQuery).data ?? 0;
}

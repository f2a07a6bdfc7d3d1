import { useQuery } from "@tanstack/react-query";

import { unreadQuery } from "../queries.ts";

/** The numbers of unread notifications and messages and their total, at most 100 each; 0 until they are loaded. */
export function useUnread(): { notifications: number; messages: number; total: number } {
  return useQuery(unreadQuery).data ?? { notifications: 0, messages: 0, total: 0 };
}

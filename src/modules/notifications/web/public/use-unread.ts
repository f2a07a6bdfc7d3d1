import { useQuery } from "@tanstack/react-query";

import { useUser } from "#modules/sign-in/web/public/session.tsx";

import { unreadQuery } from "../queries.ts";

/** The numbers of unread notifications and messages and their total, at most 100 each; 0 until they are loaded, and for visitors. */
export function useUnread(): { notifications: number; messages: number; total: number } {
  const user = useUser();
  const { data } = useQuery({ ...unreadQuery, enabled: Boolean(user) });
  return data ?? { notifications: 0, messages: 0, total: 0 };
}

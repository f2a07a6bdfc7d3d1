import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { onMissed } from "#core/web/realtime-listeners.ts";
import { closeRealtime, openRealtime } from "#core/web/realtime.ts";
import { createReload } from "#core/web/reload-queries.ts";
import { invalidations as analytics } from "#modules/analytics/web/realtime.ts";
import { invalidations as board } from "#modules/board/web/realtime.ts";
import { invalidations as feedback } from "#modules/feedback/web/realtime.ts";
import { invalidations as history } from "#modules/history/web/realtime.ts";
import { invalidations as messages } from "#modules/messages/web/realtime.ts";
import { invalidations as notifications } from "#modules/notifications/web/realtime.ts";
import { invalidations as people } from "#modules/people/web/realtime.ts";
import { invalidations as profiles } from "#modules/profiles/web/realtime.ts";
import { invalidations as publishing } from "#modules/publishing/web/realtime.ts";
import { invalidations as review } from "#modules/review/web/realtime.ts";
import { invalidations as signIn } from "#modules/sign-in/web/realtime.ts";
import { socketTokenKey } from "#modules/sign-in/web/storage-keys.ts";
import { invalidations as tasks } from "#modules/tasks/web/realtime.ts";
import { invalidations as team } from "#modules/team/web/realtime.ts";

const invalidations = [
  people,
  signIn,
  team,
  tasks,
  review,
  feedback,
  publishing,
  profiles,
  history,
  messages,
  board,
  analytics,
  notifications,
].flat();

/**
 * Connects a signed-in user to realtime messages and refetches the queries that they invalidate: all on screen, once it is
 * connected.
 */
export function useRealtimeRefresh(userId: number | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === null) return;
    const invalidate = createReload(queryClient);
    const unsubscribe = invalidations.map((subscribe) => subscribe({ userId, invalidate }));
    unsubscribe.push(onMissed(() => invalidate([[]])));
    openRealtime(() => localStorage.getItem(socketTokenKey));
    return () => {
      for (const stop of unsubscribe) stop();
      closeRealtime();
    };
  }, [userId, queryClient]);
}

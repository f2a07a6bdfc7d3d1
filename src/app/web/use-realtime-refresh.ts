import { useEffect } from "react";

import { onMissed } from "#core/web/realtime-listeners.ts";
import { closeRealtime, openRealtime } from "#core/web/realtime.ts";
import { createReload } from "#core/web/reload-queries.ts";
import { invalidations as analytics } from "#modules/analytics/web/realtime.ts";
import { invalidations as board } from "#modules/board/web/realtime.ts";
import { invalidations as checks } from "#modules/checks/web/realtime.ts";
import { invalidations as feedback } from "#modules/feedback/web/realtime.ts";
import { invalidations as footage } from "#modules/footage/web/realtime.ts";
import { invalidations as history } from "#modules/history/web/realtime.ts";
import { invalidations as messages } from "#modules/messages/web/realtime.ts";
import { invalidations as notifications } from "#modules/notifications/web/realtime.ts";
import { invalidations as people } from "#modules/people/web/realtime.ts";
import { invalidations as profiles } from "#modules/profiles/web/realtime.ts";
import { invalidations as publishing } from "#modules/publishing/web/realtime.ts";
import { invalidations as review } from "#modules/review/web/realtime.ts";
import { invalidations as rooms } from "#modules/rooms/web/realtime.ts";
import { invalidations as signIn } from "#modules/sign-in/web/realtime.ts";
import { socketTokenKey } from "#modules/sign-in/web/storage-keys.ts";
import { invalidations as tasks } from "#modules/tasks/web/realtime.ts";
import { invalidations as team } from "#modules/team/web/realtime.ts";

import { queryClient } from "./query-client.ts";

const invalidations = [
  people,
  signIn,
  team,
  tasks,
  footage,
  review,
  checks,
  feedback,
  publishing,
  profiles,
  history,
  messages,
  board,
  rooms,
  analytics,
  notifications,
].flat();

// Not in an effect, which would run after those that start the queries of a screen.
const invalidate = createReload(queryClient);
for (const subscribe of invalidations) subscribe(invalidate);
onMissed(() => invalidate([[]]));

/**
 * Connects a signed-in user to realtime messages, which refetch the queries that they invalidate. What was requested before the
 * connection is refetched when it is established. `userId` is null without a user, undefined while that is not known.
 */
export function useRealtimeRefresh(userId: number | null | undefined): void {
  useEffect(() => {
    if (userId === null) closeRealtime();
    if (!userId) return;
    openRealtime(() => ({ token: localStorage.getItem(socketTokenKey) }));
    return closeRealtime;
  }, [userId]);
}

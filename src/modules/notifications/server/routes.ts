import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { notificationsEndpoints } from "../contract.ts";
import { listNotifications, markAllRead, markRead } from "./actions.ts";

export function notificationsHandlers(): Handlers<typeof notificationsEndpoints> {
  return {
    list: ({ query, read }) => read((ctx) => listNotifications(ctx, query)),
    markRead: async ({ params, run }) => {
      await run((ctx) => markRead(ctx, params.id));
      return null;
    },
    markAllRead: async ({ run }) => {
      await run(markAllRead);
      return null;
    },
  };
}

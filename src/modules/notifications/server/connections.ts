import { on, type EventHandler } from "#core/server/context.ts";
import { destinationBroken, destinationConnected } from "#modules/publishing/contract/destinations.ts";

import { notificationsRead } from "../realtime-messages.ts";
import { brokenConnectionNotification, resolvedConnection } from "../rules/connections.ts";
import { notify } from "./actions.ts";
import { resolveDestinationNotifications } from "./queries.ts";

/** Notifies creators of broken connections, and resolves these notifications when they are connected again. */
export function connectionEventHandlers(): EventHandler[] {
  return [
    on(destinationBroken, async (ctx, broken) => {
      const { personId, destinationId } = broken;
      const draft = brokenConnectionNotification(broken);
      await notify(ctx, { personId, senderId: null, destinationId, draft });
    }),
    on(destinationConnected, async (ctx, { personId, destinationId, title }) => {
      const resolved = { ...resolvedConnection({ title }), now: ctx.now };
      if (!(await resolveDestinationNotifications(ctx.tx, destinationId, resolved))) return;
      ctx.notifyClients([personId], notificationsRead, {});
    }),
  ];
}

import { on, type EventHandler } from "#core/server/context.ts";
import { destinationBroken, destinationConnected } from "#modules/publishing/contract/destinations.ts";

import { notificationsRead } from "../realtime-messages.ts";
import { kindsEndedBy } from "../rules/kinds/index.ts";
import { notify } from "./actions.ts";
import { endNotifications } from "./queries.ts";

/** Notifies creators of broken connections, and resolves these notifications when they are connected again. */
export function connectionEventHandlers(): EventHandler[] {
  return [
    on(destinationBroken, async (ctx, broken) => {
      const { personId, destinationId } = broken;
      const sent = { personId, senderId: null, destinationId };
      await notify(ctx, { ...sent, kind: "connection_broken", data: broken });
    }),
    on(destinationConnected, async (ctx, { personId, destinationId }) => {
      const ending = { kinds: kindsEndedBy("connected"), endedBy: "connected", senderId: null, now: ctx.now };
      if (!(await endNotifications(ctx.tx, { destinationId }, ending))) return;
      ctx.notifyClients([personId], notificationsRead, {});
    }),
  ];
}

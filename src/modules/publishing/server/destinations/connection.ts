import type { Context } from "#core/server/context.ts";
import {
  type BreakCause,
  destinationBroken,
  destinationConnected,
} from "#modules/publishing/contract/destinations.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";

import {
  breakDestination,
  type DestinationRow,
  type NewDestination,
  saveDestination,
  waitingTasks,
} from "./queries.ts";

/** Stores a connection that works: a new one, or one that was broken. */
export async function storeConnection(
  ctx: Context,
  destination: Omit<NewDestination, "brokenAt" | "connectedAt" | "checkedAt">,
): Promise<DestinationRow> {
  const saved = await saveDestination(ctx.tx, {
    ...destination,
    ...{ brokenAt: null, connectedAt: ctx.now, checkedAt: ctx.now },
  });
  const { id: destinationId, personId, title } = saved;
  await ctx.emit(destinationConnected, { destinationId, personId, title });
  ctx.notifyClients([personId], destinationsChanged, {});
  return saved;
}

/** Marks a connection as broken, unless it is already or was renewed since it was read. */
export async function markBroken(
  ctx: Context,
  read: DestinationRow,
  { cause, platform }: { cause: BreakCause; platform: string },
): Promise<void> {
  const broken = await breakDestination(ctx.tx, read, ctx.now);
  if (!broken) return;
  const { id: destinationId, personId, title } = broken;
  const waiting = await waitingTasks(ctx.tx, destinationId);
  await ctx.emit(destinationBroken, { destinationId, personId, title, platform, cause, waiting });
  ctx.notifyClients([personId], destinationsChanged, {});
}

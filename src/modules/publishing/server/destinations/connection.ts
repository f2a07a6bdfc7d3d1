import type { Channel, Tokens } from "#adapters/video-platform/connection.ts";
import type { Context } from "#core/server/context.ts";
import {
  type BreakCause,
  destinationBroken,
  destinationConnected,
} from "#modules/publishing/contract/destinations.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";

import { encryptSettings, encryptTokens } from "./platforms.ts";
import { breakDestination, type DestinationRow, saveDestination, waitingTasks } from "./queries.ts";

interface NewConnection {
  personId: number;
  kind: DestinationKind;
  channel: Channel;
  tokens: Tokens;
  /** Needed to connect besides tokens; null without settings. */
  settings: string | null;
}

/** Stores a connection that works: a new one, or one that was broken. Tokens and settings are encrypted. */
export async function storeConnection(
  ctx: Context,
  { personId, kind, channel, tokens, settings }: NewConnection,
): Promise<DestinationRow> {
  const saved = await saveDestination(ctx.tx, {
    personId,
    kind,
    accountId: channel.id,
    title: channel.title,
    pictureUrl: channel.pictureUrl ?? "",
    uploadsPlaylistId: channel.uploadsPlaylistId,
    encryptedSettings: settings && encryptSettings(ctx.keyring, settings),
    ...encryptTokens(ctx.keyring, tokens),
    brokenAt: null,
    connectedAt: ctx.now,
    checkedAt: ctx.now,
  });
  const { id: destinationId, title } = saved;
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

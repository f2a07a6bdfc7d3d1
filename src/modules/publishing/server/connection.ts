import { setTimeout as sleep } from "node:timers/promises";

import type { Tokens } from "#adapters/video-platform/authorization.ts";
import type { Context } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";
import { after, minute, second } from "#core/time.ts";

import { DeliveryError, readFailure } from "./errors.ts";
import type { PublishingParts } from "./parts.ts";
import { changeChannel, type ChannelRow, findChannel } from "./store/channels.ts";

type Parts = Pick<PublishingParts, "run" | "platform" | "lock">;

/** Tokens are renewed this long before their end. */
const ahead = 5 * minute;
const patience = 30 * second;
const glance = 100;

/**
 * An access token of the person's channel that is good for a while. Renews it at most once at a time across all
 * processes. `refused` is a token that the platform has just turned down. Throws the platform's failure, and
 * `reconnect_needed` when only the person can help.
 */
export async function accessFor(parts: Parts, personId: number, refused?: string): Promise<string> {
  const patientUntil = Date.now() + patience;
  for (;;) {
    const channel = await parts.run(null, (ctx) => readChannel(ctx, personId, refused));
    if ("access" in channel) return channel.access;
    const lock = await parts.lock(`publishing.access:${personId}`);
    if (!lock) {
      if (Date.now() > patientUntil) throw busy();
      await sleep(glance);
      continue;
    }
    try {
      // Whoever held the lock before may have renewed it.
      const again = await parts.run(null, (ctx) => readChannel(ctx, personId, refused));
      return "access" in again ? again.access : await renew(parts, again);
    } finally {
      await lock.release();
    }
  }
}

/** Calls the platform with the person's access token; one that it turns down is renewed once. */
export async function withAccess<T>(
  parts: Parts,
  personId: number,
  use: (access: string) => Promise<T>,
): Promise<T> {
  const access = await accessFor(parts, personId);
  try {
    return await use(access);
  } catch (error) {
    if (readFailure(error)?.code !== "access_expired") throw error;
  }
  try {
    return await use(await accessFor(parts, personId, access));
  } catch (error) {
    throw readFailure(error)?.code === "access_expired" ? reconnectNeeded() : error;
  }
}

export function reconnectNeeded(): DeliveryError {
  return new DeliveryError({
    kind: "needs-user",
    code: "reconnect_needed",
    message: "The connection to your channel has ended or was revoked. Connect the channel again.",
  });
}

/** Sealed tokens as they are stored. */
export function encryptTokens(keyring: Keyring, tokens: Tokens) {
  return {
    scopes: tokens.scopes,
    encryptedRefreshToken: keyring.encrypt("publishing.refresh", tokens.refreshToken),
    encryptedAccessToken: keyring.encrypt("publishing.access", tokens.accessToken),
    accessExpiresAt: tokens.expiresAt,
  };
}

export function openRefreshToken(keyring: Keyring, channel: ChannelRow): string {
  return keyring.decrypt("publishing.refresh", channel.encryptedRefreshToken);
}

interface Stale {
  row: ChannelRow;
  refreshToken: string;
}

async function readChannel(
  ctx: Context,
  personId: number,
  refused: string | undefined,
): Promise<{ access: string } | Stale> {
  const row = await findChannel(ctx.tx, personId);
  if (!row || row.brokenAt) throw reconnectNeeded();
  const access = ctx.keyring.decrypt("publishing.access", row.encryptedAccessToken);
  if (access !== refused && row.accessExpiresAt > after(ctx.now, ahead)) return { access };
  return { row, refreshToken: openRefreshToken(ctx.keyring, row) };
}

async function renew(parts: Parts, { row, refreshToken }: Stale): Promise<string> {
  try {
    const tokens = await parts.platform.refresh(refreshToken);
    await parts.run(null, async (ctx) => {
      const { scopes, ...sealed } = encryptTokens(ctx.keyring, tokens);
      await changeChannel(ctx.tx, row, { ...sealed, ...(scopes.length > 0 && { scopes }) });
    });
    return tokens.accessToken;
  } catch (error) {
    if (readFailure(error)?.code === "reconnect_needed") {
      await parts.run(null, (ctx) => changeChannel(ctx.tx, row, { brokenAt: ctx.now }));
    }
    throw error;
  }
}

function busy(): DeliveryError {
  return new DeliveryError({
    kind: "retry",
    code: "unavailable",
    message: "Your channel's access is being renewed and that takes long. We'll try again.",
  });
}

import { setTimeout as sleep } from "node:timers/promises";

import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { after, minute, second } from "#core/time.ts";
import type { BreakCause } from "#modules/publishing/contract/destinations.ts";
import { mayPublish, scopeNames } from "#modules/publishing/rules/permission.ts";
import type { QuotaPurpose } from "#modules/publishing/rules/quota.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { chargedPlatform } from "../quota/charged-platform.ts";
import { markBroken } from "./connection.ts";
import {
  decryptRefreshToken,
  encryptTokens,
  type PlatformAccess,
  platformName,
  findPlatform,
} from "./platforms.ts";
import { changeDestination, type DestinationRow, findDestination } from "./queries.ts";

type Dependencies = Pick<
  PublishingDependencies,
  "run" | "read" | "keyring" | "platforms" | "lock" | "youtubeQuota"
>;

/** Tokens are refreshed this long before they expire. */
const refreshBefore = 5 * minute;
const lockTimeout = 30 * second;
const lockPollInterval = 100;

/**
 * An access token of a channel that is valid for some minutes, refreshed by at most one process at a time.
 * `refused` is a token that the platform has just refused. Throws `reconnect_needed` when the connection is broken, and
 * the platform's errors.
 */
export async function accessFor(
  dependencies: Dependencies,
  destinationId: string | null,
  refused?: string,
): Promise<string> {
  return (await connectedAccess(dependencies, destinationId, refused)).access;
}

/**
 * Calls the platform with an access token of the channel. A refused token is refreshed once; if the new one is refused too,
 * the connection is broken. Calls that use a quota are charged to the channel's creator, and throw
 * `quota_share_used` and `quota_exceeded` as `chargedPlatform` does.
 */
export async function withAccess<T>(
  dependencies: Dependencies,
  destinationId: string | null,
  purpose: QuotaPurpose,
  call: (access: string, platform: PublishingPlatform) => Promise<T>,
): Promise<T> {
  const { access, row } = await connectedAccess(dependencies, destinationId);
  const platform = chargedPlatform(
    dependencies,
    { kind: row.kind, platform: findPlatform(dependencies, row) },
    { personId: row.personId, purpose },
  );
  try {
    return await call(access, platform);
  } catch (error) {
    if (!isAccessExpired(error)) throw error;
  }
  const renewed = await connectedAccess(dependencies, destinationId, access);
  try {
    return await call(renewed.access, platform);
  } catch (error) {
    if (!isAccessExpired(error)) throw error;
    await reportBroken(dependencies, renewed.row, "ended");
    throw reconnectNeeded();
  }
}

/** `accessFor` and the destination that was read for it. */
async function connectedAccess(
  dependencies: Dependencies,
  destinationId: string | null,
  refused?: string,
): Promise<{ access: string; row: DestinationRow }> {
  const lockDeadline = Date.now() + lockTimeout;
  for (;;) {
    const { access, row } = await readDestination(dependencies, destinationId, refused);
    if (access !== null) return { access, row };
    const lock = await dependencies.lock(`publishing.access:${destinationId}`);
    if (!lock) {
      if (Date.now() > lockDeadline) throw refreshTimeout();
      await sleep(lockPollInterval);
      continue;
    }
    try {
      // Another process may have refreshed the token before it released the lock.
      const current = await readDestination(dependencies, destinationId, refused);
      return { access: current.access ?? (await refresh(dependencies, current.row)), row: current.row };
    } finally {
      await lock.release();
    }
  }
}

/** The platform of a connected destination. Throws `reconnect_needed` when it was disconnected. */
export async function connectedPlatform(
  dependencies: Pick<Dependencies, "read" | "keyring" | "platforms">,
  destinationId: string | null,
): Promise<PublishingPlatform> {
  const row =
    destinationId && (await dependencies.read(null, (ctx) => findDestination(ctx.tx, destinationId)));
  if (!row) throw reconnectNeeded();
  return findPlatform(dependencies, row);
}

export function isAccessExpired(error: unknown): boolean {
  return error instanceof AdapterError && error.code === "access_expired";
}

/** The destination and its valid access token, which is null if it must be refreshed. */
async function readDestination(
  { read, keyring }: Dependencies,
  destinationId: string | null,
  refused: string | undefined,
): Promise<{ row: DestinationRow; access: string | null }> {
  if (destinationId === null) throw reconnectNeeded();
  const { row, now } = await read(null, async (ctx) => ({
    row: await findDestination(ctx.tx, destinationId),
    now: ctx.now,
  }));
  if (!row || row.brokenAt) throw reconnectNeeded();
  if (row.encryptedAccessToken === null || row.accessExpiresAt === null) return { row, access: null };
  const access = keyring.decrypt("publishing.access", row.encryptedAccessToken);
  const isValid = access !== refused && row.accessExpiresAt > after(now, refreshBefore);
  return { row, access: isValid ? access : null };
}

async function refresh(dependencies: Dependencies, row: DestinationRow): Promise<string> {
  const { run, keyring } = dependencies;
  try {
    const refreshToken = decryptRefreshToken(keyring, row);
    if (refreshToken === null) throw reconnectNeeded();
    const tokens = await findPlatform(dependencies, row).refresh(refreshToken);
    const { scopes, ...encrypted } = encryptTokens(keyring, tokens);
    await run(null, (ctx) =>
      changeDestination(ctx.tx, row, { ...encrypted, ...(scopes.length > 0 && { scopes }) }),
    );
    // A channel can lose a permission alone, which users can take back at the platform.
    if (scopes.length > 0 && !mayPublish(row.kind, scopeNames(scopes))) {
      await reportBroken(dependencies, row, "scope_missing");
      throw reconnectNeeded();
    }
    return tokens.accessToken;
  } catch (error) {
    if (error instanceof AdapterError && error.code === "reconnect_needed") {
      await reportBroken(dependencies, row, "ended");
    }
    throw error;
  }
}

/** Marks a connection as broken and notifies its creator, once. */
export async function reportBroken(
  dependencies: PlatformAccess & Pick<Dependencies, "run">,
  row: DestinationRow,
  cause: BreakCause,
): Promise<void> {
  const platform = platformName(dependencies, row, row);
  await dependencies.run(null, (ctx) => markBroken(ctx, row, { cause, platform }));
}

function reconnectNeeded(): AdapterError {
  const message = "The channel is not connected.";
  return new AdapterError({ kind: "needs-user", code: "reconnect_needed", message });
}

function refreshTimeout(): AdapterError {
  const message = `Another process did not refresh the access token within ${lockTimeout / second} s.`;
  return new AdapterError({ kind: "retry", code: "unavailable", message });
}

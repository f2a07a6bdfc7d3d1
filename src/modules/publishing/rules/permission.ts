import { descriptors, type DestinationKind } from "../platforms/platforms.ts";

/**
 * The permissions of Reelay on a channel, in words; null for a platform without a consent screen. `scopes` are the names
 * that the channel's owner granted: consent screens may let users leave some out.
 */
export function describePermission(kind: DestinationKind, scopes: readonly string[]): string | null {
  const { consent } = descriptors[kind].connection;
  if (!consent) return null;
  return mayPublish(kind, scopes)
    ? `Allowed: ${consent.allows}`
    : `Missing: the permission for ${consent.allows}. Reconnect the channel to give it.`;
}

/** Whether the channel's owner granted the scopes that publishing needs, where there are any. */
export function mayPublish(kind: DestinationKind, scopes: readonly string[]): boolean {
  const { consent } = descriptors[kind].connection;
  return !consent || consent.scopes.every((scope) => scopes.includes(scope));
}

/** The names of scopes, which at Google are the last parts of URLs. */
export function scopeNames(scopes: readonly string[]): string[] {
  return scopes.map((scope) => scope.slice(scope.lastIndexOf("/") + 1));
}

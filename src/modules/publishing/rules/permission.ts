/** The label of the box on Google's consent screen for the scope that publishing needs. */
export const permissionLabel =
  "See, edit, and permanently delete your YouTube videos, ratings, comments and captions";

/**
 * The permissions of Reelay on a YouTube channel, in words. `scopes` are the names that the channel's owner granted.
 * One scope covers all of it, and the consent screen lets users leave it out.
 */
export function describePermission(scopes: readonly string[]): string {
  return mayPublish(scopes)
    ? "Allowed: uploads, captions and playlists"
    : "Missing: the permission for uploads, captions and playlists. Reconnect the channel to give it.";
}

/** Whether the channel's owner granted the scope that publishing needs. */
export function mayPublish(scopes: readonly string[]): boolean {
  return scopes.includes("youtube.force-ssl");
}

/** The names of Google's scopes, which are the last parts of their URLs. */
export function scopeNames(scopes: readonly string[]): string[] {
  return scopes.map((scope) => scope.slice(scope.lastIndexOf("/") + 1));
}

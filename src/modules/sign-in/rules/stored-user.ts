/**
 * Whether the stored text of the browser's last user has one with an email. Only then does the app request the session,
 * so that public pages load nothing of it for visitors.
 */
export function containsUser(stored: string | null): boolean {
  if (stored === null) return false;
  try {
    const { state } = JSON.parse(stored) as { state?: { user?: { email?: unknown } | null } };
    const email = state?.user?.email;
    return typeof email === "string" && email !== "";
  } catch {
    return false;
  }
}

import { type Role, roles } from "#core/permission.ts";

/** The role in the stored text of the browser's last user; null without one. */
export function storedRole(stored: string | null): Role | null {
  if (stored === null) return null;
  try {
    const { state } = JSON.parse(stored) as { state?: { user?: { role?: unknown; email?: unknown } | null } };
    const user = state?.user;
    if (!user?.email) return null;
    return roles.find((role) => role === user.role) ?? null;
  } catch {
    return null;
  }
}

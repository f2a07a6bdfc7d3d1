import type { Role } from "#core/permission.ts";

/** The name of a person who deleted their account. */
export function formerMemberName(id: number): string {
  return `Former member ${id}`;
}

/**
 * The email and name key of a former member: unique, and neither a valid email nor a valid name, because names contain no
 * slash.
 */
export function formerMemberKey(id: number): string {
  return `/former/${id}`;
}

/** Whether a person on a task deleted their account: all others have a role. */
export function isFormerMember(card: { role: Role }): boolean {
  return card.role === "NORMAL";
}

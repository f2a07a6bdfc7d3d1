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

/** Whether a person deleted their account. Users can't choose these names. */
export function isFormerMember({ role, name }: { role: Role; name: string }): boolean {
  return role === "NORMAL" && /^Former member \d+$/.test(name);
}

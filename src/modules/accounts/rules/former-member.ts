import type { Role } from "#core/permission.ts";

/** The name that stays of somebody who has deleted their account. */
export function formerMemberName(id: number): string {
  return `Former member ${id}`;
}

/**
 * Stands for the email and the folded name of a former member: unique, and nothing that anybody can have, type or
 * search, as it is no address and names contain no slash.
 */
export function formerMemberKey(id: number): string {
  return `/former/${id}`;
}

/** True for a person on a task who has deleted their account: everybody else there has a role. */
export function isFormerMember(card: { role: Role }): boolean {
  return card.role === "NORMAL";
}

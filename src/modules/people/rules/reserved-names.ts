/** Names that users could take for the product or those who run it, folded for comparison. */
export const reservedNames = [
  "reelay",
  "reelay assistant",
  "admin",
  "administrator",
  "support",
  "operator",
] as const;

/** Whether a name, folded with `nameKey`, is reserved. Spaces, hyphens, dots and underscores make no difference. */
export function isReservedName(key: string): boolean {
  const compact = (name: string) => name.replace(/[\s._-]/gu, "");
  return reservedNames.some((name) => compact(name) === compact(key));
}

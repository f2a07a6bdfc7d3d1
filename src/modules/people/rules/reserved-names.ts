/** Reserved anywhere in a name, such as in "Team Reelay". */
export const productName = "reelay";

/** Names that users could take for those who run the server, folded for comparison. */
export const reservedNames = ["admin", "administrator", "support", "operator"] as const;

/** Whether a name, folded with `nameKey`, is reserved. Only its letters and digits count. */
export function isReservedName(key: string): boolean {
  const compact = key.replace(/[^\p{L}\p{N}]/gu, "");
  return (
    compact.includes(productName) ||
    /^formermember\d+$/.test(compact) ||
    reservedNames.some((name) => name === compact)
  );
}

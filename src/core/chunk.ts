/** Splits a list into parts of at most `size` items, in their order. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}

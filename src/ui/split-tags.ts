/** Commas of several scripts, and the separators of a copied table or list. */
const separators = /[,，、،\n\r\t]/u;

/** The tags in a text: trimmed, without empty ones and repetitions. */
export function splitTags(text: string): string[] {
  const tags = text.split(separators).map((tag) => tag.trim());
  return [...new Set(tags)].filter(Boolean);
}

/** A typed text with separators: its finished tags, and the text after the last separator. */
export function finishedTags(text: string): { tags: string[]; rest: string } {
  const parts = text.split(separators);
  const rest = parts.pop() ?? "";
  return { tags: splitTags(parts.join(",")), rest: rest.trimStart() };
}

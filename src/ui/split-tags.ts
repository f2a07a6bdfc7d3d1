import { splitTags, tagSeparators } from "#core/written-text.ts";

/** A typed text with separators: its finished tags, and the text after the last separator. */
export function finishedTags(text: string): { tags: string[]; rest: string } {
  const parts = text.split(tagSeparators);
  const rest = parts.pop() ?? "";
  return { tags: splitTags(parts.join(",")), rest: rest.trimStart() };
}

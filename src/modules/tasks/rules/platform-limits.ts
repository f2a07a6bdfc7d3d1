/** Video platform reference 2.4: at most 100 UTF-16 units, no angle brackets. Never cut, always refused (3.2). */
export const longestTitle = 100;
/** Video platform reference 2.4: bytes of UTF-8, not characters. */
export const longestDescriptionBytes = 5000;

/** How many bytes a text takes as UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

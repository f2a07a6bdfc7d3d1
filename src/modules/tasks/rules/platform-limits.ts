/** The platform's limit for titles, in UTF-16 units. */
export const maxTitleLength = 100;
/** The platform's limit for descriptions, in UTF-8 bytes. */
export const maxDescriptionBytes = 5000;

/** Length of a text in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Encodings of text files, by their names in the Encoding Standard. */
export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * The encoding of a text: UTF-16 by its byte order mark or the zeros of Latin letters, UTF-8 where it is valid, else
 * Windows-1252, in which programs of Windows write Western languages.
 */
export function detectEncoding(bytes: Uint8Array): TextEncodingName {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 4096);
  const zeros = (parity: number) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > sample.length / 4 && odd > 4 * even) return "utf-16le";
  if (even > sample.length / 4 && even > 4 * odd) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** Whether the bytes are valid UTF-8 (RFC 3629). */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length =
      lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0) return false;
    const next = bytes[at + 1] ?? 0;
    // Overlong forms, surrogates, and code points above U+10FFFF.
    if ((lead === 0xe0 && next < 0xa0) || (lead === 0xed && next > 0x9f)) return false;
    if ((lead === 0xf0 && next < 0x90) || (lead === 0xf4 && next > 0x8f)) return false;
    for (let more = 1; more < length; more++) {
      if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return false;
    }
    at += length;
  }
  return true;
}

import { LinkifyIt } from "linkify-it";

/** A part of a text: plain, or a link. */
export interface TextPart {
  text: string;
  /** An http or https URL, and its position in the text. */
  link?: { href: string; at: number };
}

/** Finds http and https URLs only: no bare domains, emails or other schemes. */
const linkifier = new LinkifyIt({ fuzzyEmail: false }).add("ftp:", null).add("mailto:", null).add("//", null);

/** Splits a text into plain parts and http(s) links. Punctuation that closes a sentence or bracket is not part of a link. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { raw, index } of linkifier.match(text) ?? []) {
    // The library keeps the first mark of "!?".
    const link = raw.replace(/[!?]+$/u, "");
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: link, link: { href: link, at: index } });
    at = index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

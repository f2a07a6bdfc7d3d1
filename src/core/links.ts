/** A part of a text: plain, or a link. */
export interface TextPart {
  text: string;
  /** An http or https URL, and its position in the text. */
  link?: { href: string; at: number };
}

const url = /https?:\/\/[^\s<>"']+/giu;
/** Punctuation that ends a sentence rather than a URL. */
const trailing = /[.,;:!?)\]}]+$/u;

/** Splits a text into plain parts and http(s) links. A closing bracket belongs to a link that contains the opening one. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(url)) {
    const link = withoutTrailing(match[0]);
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: link, link: { href: link, at: match.index } });
    at = match.index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

function withoutTrailing(link: string): string {
  const short = link.replace(trailing, "");
  return short.includes("(") && link.startsWith(`${short})`) ? `${short})` : short;
}

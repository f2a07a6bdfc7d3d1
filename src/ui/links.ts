/** A part of a text: plain, or a link. */
export interface TextPart {
  text: string;
  /** An http or https URL, and its position in the text. */
  link?: { href: string; at: number };
}

/** Up to a space, an angle bracket, or a quotation mark, bracket or punctuation mark that URLs don't contain. */
const url =
  /https?:\/\/[\p{L}\p{N}[][^\s\p{C}<>"|“”\u2018\u2019«»‹›、。，；：！？…（）「」『』【】〔〕《》〈〉［］｛｝｡｢｣､]*/giu;
/** Punctuation that ends a sentence or a quotation rather than a URL. */
const trailing = /[.,;:!?'*]+$/u;
const openingBrackets: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Splits a text into plain parts and http(s) links. Punctuation that closes a sentence or bracket is not part of a link. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(url)) {
    const link = balancedStart(found).replace(trailing, "");
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: link, link: { href: link, at: index } });
    at = index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** A URL up to the first bracket that closes one from before the URL. */
function balancedStart(found: string): string {
  const open: string[] = [];
  for (const [index, character] of [...found.matchAll(/[()[\]{}]/g)].map(
    (one) => [one.index, one[0]] as const,
  )) {
    const opening = openingBrackets[character];
    if (opening === undefined) open.push(character);
    else if (open.pop() !== opening) return found.slice(0, index);
  }
  return found;
}

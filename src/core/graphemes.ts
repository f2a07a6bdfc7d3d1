const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The characters of a text as users see them: an emoji or a letter with its accents is one. */
export function splitGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first whole graphemes whose `measure`, by default their UTF-16 code units, is at most `limit`. */
export function cutText(text: string, limit: number, measure?: (grapheme: string) => number): string {
  // Segmenting takes as long as the signature of a URL, and most texts fit.
  if (!measure && text.length <= limit) return text;
  let size = 0;
  let cut = "";
  for (const grapheme of splitGraphemes(text)) {
    size += measure?.(grapheme) ?? grapheme.length;
    if (size > limit) break;
    cut += grapheme;
  }
  return cut;
}

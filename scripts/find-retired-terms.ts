import { retiredTerms } from "./retired-terms.ts";

interface Finding {
  /** 1-based. */
  line: number;
  text: string;
  instead: string;
}

/** Retired terms in a text; at most one per line and term. */
export function findRetiredTerms(text: string): Finding[] {
  return text.split("\n").flatMap((content, index) =>
    retiredTerms.flatMap(({ pattern, instead }): Finding[] => {
      const match = pattern.exec(content);
      return match ? [{ line: index + 1, text: match[0], instead }] : [];
    }),
  );
}

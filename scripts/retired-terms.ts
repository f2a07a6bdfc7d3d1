interface RetiredTerm {
  pattern: RegExp;
  instead: string;
}

const word = (text: string): RegExp => new RegExp(`\\b(?:${text})\\b`, "i");

/** Wordings that the style (CONTRIBUTING.md) doesn't use, and what replaces them. */
const retiredTerms: readonly RetiredTerm[] = [
  { pattern: word("whoever|somebody"), instead: "user, client, worker, or the role" },
  { pattern: word("anew"), instead: "again" },
  { pattern: word("lets? go"), instead: "release, abort or expire" },
  { pattern: word("none of ours"), instead: "invalid" },
  { pattern: word("ways? in|ways? out"), instead: "sign-in methods; actions" },
  { pattern: word("e-mails?"), instead: "email" },
  { pattern: word("cancel(?:ed|ing)"), instead: "cancelled, cancelling" },
  { pattern: word("light (?:file|copy|copies|version)s?"), instead: "light rendition" },
  {
    pattern: word('specification, section|platform reference|decisions, "'),
    instead: "the fact itself, or a link into docs/",
  },
  {
    pattern: /(?:\/\*\*|^\s*\*) (?:What|Whoever|Who|Whom|Where|How|Why)\b/,
    instead: "a noun or a verb at the start of a docstring",
  },
  { pattern: /\.\.\.\{ ?[\w"]/, instead: "the properties themselves, without spreading a literal" },
  { pattern: /\bbusy[:=].*…/, instead: '"Saving..."' },
  { pattern: /\u2019/, instead: "a straight apostrophe (')" },
];

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

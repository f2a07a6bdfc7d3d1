import { nameKey } from "../rules.ts";

/** Characters that separate words of a name, besides the space. Also used in SQL. */
export const wordSeparators = "._-";
const gap = /[._-]/g;

/** Typos in shorter words aren't corrected. */
const minTypoLength = 5;
/** The minimum length of words that a typo is corrected to: an extra letter makes such a word five letters long. */
const minCorrectedLength = 4;
/** Words are compared by their first letters, so that they match before they are typed completely. */
const headLengths = [5, 8];
/** The maximum number of corrections of a query. */
const maxCorrections = 8;

/** The number of words of a name that are searched. Later words only match as part of the text. */
export const maxSearchedWords = 3;

/** A name or a query for comparison, with one space between words. */
export function searchKey(text: string): string {
  return nameKey(text).replace(gap, " ");
}

/** The words of a name to store `typoKeys` of. */
export function wordsOfName(key: string): string[] {
  const words = key.replace(gap, " ").split(" ");
  return [...new Set(words.slice(0, maxSearchedWords))].filter(
    (word) => [...word].length >= minCorrectedLength,
  );
}

/** A word's first letters, and the same with each letter left out. Words that differ by one typo share a key. */
export function typoKeys(word: string): string[] {
  const letters = [...word];
  return [...new Set(headLengths.flatMap((length) => headKeys(letters.slice(0, length))))];
}

/** The keys to look up among all `typoKeys` to find the words that a query may mean. */
export function typoLookupKeys(text: string): string[] {
  const [short, long] = headLengths;
  return [
    ...new Set(
      wordsToCorrect(text).flatMap(({ letters }) =>
        headKeys(letters.slice(0, letters.length < (long ?? 0) ? short : long)),
      ),
    ),
  ];
}

/** The starts of names that a query with one typo may mean, given existing words. Complete words come first. */
export function correctedPrefixes(text: string, words: readonly string[]): string[] {
  const found = wordsToCorrect(text).flatMap(({ letters, at, last }) =>
    words.flatMap((word) => {
      const meant = correctedStart(letters, [...word], last);
      const whole = meant === word;
      return meant === null
        ? []
        : [{ start: text.slice(0, at) + meant + text.slice(at + letters.join("").length), whole }];
    }),
  );
  const sorted = found.toSorted((one, other) => Number(other.whole) - Number(one.whole));
  return [...new Set(sorted.map(({ start }) => start))].slice(0, maxCorrections);
}

function headKeys(head: readonly string[]): string[] {
  return [head.join(""), ...head.map((_, at) => head.toSpliced(at, 1).join(""))];
}

/** The words of a query that are long enough to correct. The last one may be incomplete. */
function wordsToCorrect(text: string): { letters: string[]; at: number; last: boolean }[] {
  return [...text.matchAll(/[^ ]+/g)]
    .map(({ 0: word, index }) => ({
      letters: [...word],
      at: index,
      last: index + word.length === text.length,
    }))
    .filter(({ letters }) => letters.length >= minTypoLength);
}

/** The start of `word` that `typed` equals with exactly one typo, or null. It is all of the word unless `last`. */
function correctedStart(typed: readonly string[], word: readonly string[], last: boolean): string | null {
  const at = typed.findIndex((letter, place) => letter !== word[place]);
  if (at === -1) return !last && word.length === typed.length + 1 ? word.join("") : null;
  const swapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  const typos = [
    ...(swapped ? [{ rest: typed.slice(at + 2), from: at + 2 }] : []),
    { rest: typed.slice(at + 1), from: at + 1 },
    { rest: typed.slice(at), from: at + 1 },
    { rest: typed.slice(at + 1), from: at },
  ];
  for (const { rest, from } of typos) {
    const end = from + rest.length;
    const matches = end <= word.length && rest.every((letter, place) => letter === word[from + place]);
    if (matches && (last || end === word.length)) return word.slice(0, end).join("");
  }
  return null;
}

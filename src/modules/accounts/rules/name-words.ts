import { nameKey } from "../rules.ts";

/** What stands between the words of a name, as PostgreSQL's `translate` and this file both see it. */
export const nameGaps = "._-";
const gap = /[._-]/g;

/** A typo in a shorter word leaves nothing to know it by. */
const shortestMistyped = 5;
/** A word counts among those that somebody may have meant from here on: one letter too many makes it five. */
const shortestMeant = 4;
/** Words are compared by so many first letters, so that one need not type them to the end. */
const headLengths = [5, 8];
/** Most beginnings that a mistyped text is taken for. */
const mostMeant = 8;

/** Words of a name that people are found by; a later one only as a part of the text. */
export const wordsSearched = 3;

/** A folded name or the text of a search as it is compared: with one blank between words, whatever stood there. */
export function searchKey(text: string): string {
  return nameKey(text).replace(gap, " ");
}

/** The words of a name that `typoKeys` are kept of. */
export function wordsOfName(key: string): string[] {
  const words = key.replace(gap, " ").split(" ");
  return [...new Set(words.slice(0, wordsSearched))].filter((word) => [...word].length >= shortestMeant);
}

/** A word's first letters, and these with one letter left out. Words that are one typo apart have one in common. */
export function typoKeys(word: string): string[] {
  const letters = [...word];
  return [...new Set(headLengths.flatMap((length) => headKeys(letters.slice(0, length))))];
}

/** What to look for among all `typoKeys` to find the words that may be meant by this text. */
export function typedKeys(text: string): string[] {
  const [short, long] = headLengths;
  return [
    ...new Set(
      mistyped(text).flatMap(({ letters }) =>
        headKeys(letters.slice(0, letters.length < (long ?? 0) ? short : long)),
      ),
    ),
  ];
}

/** The beginnings of names that may be meant by a text with one typo, given words that exist; whole words first. */
export function meantStarts(text: string, words: readonly string[]): string[] {
  const found = mistyped(text).flatMap(({ letters, at, last }) =>
    words.flatMap((word) => {
      const meant = nearStart(letters, [...word], last);
      const whole = meant === word;
      return meant === null
        ? []
        : [{ start: text.slice(0, at) + meant + text.slice(at + letters.join("").length), whole }];
    }),
  );
  const sorted = found.toSorted((one, other) => Number(other.whole) - Number(one.whole));
  return [...new Set(sorted.map(({ start }) => start))].slice(0, mostMeant);
}

function headKeys(head: readonly string[]): string[] {
  return [head.join(""), ...head.map((_, at) => head.toSpliced(at, 1).join(""))];
}

/** The words of a text that are long enough to hold a typo. The last one may not have been typed to its end. */
function mistyped(text: string): { letters: string[]; at: number; last: boolean }[] {
  return [...text.matchAll(/[^ ]+/g)]
    .map(({ 0: word, index }) => ({
      letters: [...word],
      at: index,
      last: index + word.length === text.length,
    }))
    .filter(({ letters }) => letters.length >= shortestMistyped);
}

/** What of `word` is typed with exactly one typo: all of it, or for the last word of a text its beginning; else null. */
function nearStart(typed: readonly string[], word: readonly string[], last: boolean): string | null {
  const at = typed.findIndex((letter, place) => letter !== word[place]);
  if (at === -1) return !last && word.length === typed.length + 1 ? word.join("") : null;
  const swapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  const ways = [
    ...(swapped ? [{ rest: typed.slice(at + 2), from: at + 2 }] : []),
    { rest: typed.slice(at + 1), from: at + 1 },
    { rest: typed.slice(at), from: at + 1 },
    { rest: typed.slice(at + 1), from: at },
  ];
  for (const { rest, from } of ways) {
    const end = from + rest.length;
    const fits = end <= word.length && rest.every((letter, place) => letter === word[from + place]);
    if (fits && (last || end === word.length)) return word.slice(0, end).join("");
  }
  return null;
}

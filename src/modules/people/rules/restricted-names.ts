/** Scripts in everyday use (Unicode Standard Annex 31, table 5). */
const scripts =
  "Common Inherited Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han " +
  "Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan";
const ofOtherScripts = `(?![${scripts
  .split(" ")
  .map((name) => `\\p{scx=${name}}`)
  .join("")}])[\\p{L}\\p{M}\\p{N}]`;
/** Phonetic extensions, which look like small capitals. */
const phonetic = "[\\u1d00-\\u1dbf\\uab30-\\uab6f]";
const restricted = new RegExp(`\\p{Default_Ignorable_Code_Point}|${ofOtherScripts}|${phonetic}`, "u");

/**
 * Whether Unicode Technical Standard 39 restricts a character in names: invisible characters, letters of historic and
 * rarely used scripts, and variants of letters and digits such as fullwidth, mathematical or superscript ones. Symbols and
 * punctuation are not restricted.
 */
export function isRestrictedInNames(character: string): boolean {
  if (restricted.test(character)) return true;
  return /[\p{L}\p{M}\p{N}]/u.test(character) && character.normalize("NFKC") !== character.normalize("NFC");
}

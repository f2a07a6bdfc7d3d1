const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** Name in English of a BCP 47 tag. */
export function languageName(language: string): string {
  return languageNames.of(language) ?? language;
}

/** BCP 47 tag of an ISO 639-2 code, or empty. */
export function canonicalLanguage(code: string | null): string {
  try {
    return code === null ? "" : (Intl.getCanonicalLocales(code)[0] ?? "");
  } catch {
    return "";
  }
}

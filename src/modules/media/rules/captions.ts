import type { Captions } from "../contract.ts";

/** A subtitle track that a viewer can choose. */
export interface CaptionChoice {
  /** The same for tracks of the same language in other videos. */
  value: string;
  label: string;
  url: string;
  /** BCP 47; empty where it is unknown. */
  language: string;
}

/** The choices for the subtitle tracks of a video, with names in English. */
export function captionChoices(captions: readonly Captions[]): CaptionChoice[] {
  const seen = new Map<string, number>();
  return captions.map(({ url, language: stated, title }, index) => {
    const language = canonicalLanguage(stated);
    const count = (seen.get(language) ?? 0) + 1;
    seen.set(language, count);
    const name = language === "" ? `Captions ${index + 1}` : (languageNames.of(language) ?? language);
    return {
      value: `${language || "unknown"}${count > 1 ? ` ${count}` : ""}`,
      label: title ?? (count > 1 && language !== "" ? `${name} ${count}` : name),
      url,
      language,
    };
  });
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** BCP 47 tag of an ISO 639-2 code, or empty. */
function canonicalLanguage(code: string | null): string {
  try {
    return code === null ? "" : (Intl.getCanonicalLocales(code)[0] ?? "");
  } catch {
    return "";
  }
}

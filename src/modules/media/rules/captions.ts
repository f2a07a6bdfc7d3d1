import type { Captions } from "../contract/videos.ts";
import { canonicalLanguage, languageName } from "./languages.ts";

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
    const name = language === "" ? `Captions ${index + 1}` : languageName(language);
    return {
      value: `${language || "unknown"}${count > 1 ? ` ${count}` : ""}`,
      label: title ?? (count > 1 && language !== "" ? `${name} ${count}` : name),
      url,
      language,
    };
  });
}

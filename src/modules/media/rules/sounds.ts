import type { Sound } from "../contract/videos.ts";
import { canonicalLanguage, languageName } from "./languages.ts";

/** A sound track that a viewer can choose. */
export interface SoundChoice {
  value: string;
  label: string;
  /** Null for the sound of the video itself. */
  url: string | null;
  /** The same for tracks of the same language in other videos; null where it is unknown. */
  remembered: string | null;
}

/** The choices for the sound of a video, with names in English. The first one is the sound of the video itself. */
export function soundChoices(sounds: readonly Sound[]): SoundChoice[] {
  const labels = new Map<string, number>();
  const languages = new Map<string, number>();
  return sounds.map(({ url, track, language: stated, title }) => {
    const language = canonicalLanguage(stated);
    const name = soundName(track, language, title);
    const same = counted(labels, name);
    const nth = counted(languages, language);
    return {
      value: String(track ?? "all"),
      label: same > 1 ? `${name} ${same}` : name,
      url,
      remembered: language === "" ? null : `${language}${nth > 1 ? ` ${nth}` : ""}`,
    };
  });
}

function soundName(track: number | null, language: string, title: string | null): string {
  if (track === null) return "All tracks";
  if (language === "") return title ?? `Track ${track}`;
  const name = languageName(language);
  return title === null || title === name ? name : `${name}, ${title}`;
}

function counted(seen: Map<string, number>, key: string): number {
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count;
}

import { personalKey } from "#core/web/personal-storage.ts";

/** The language in which the user listens to videos with several sound tracks. */
export const soundLanguageKey = personalKey("sound-language");
/** The guides that the user displays, for each task. */
export const guidesKey = personalKey("guides");

import { useStoredChoice } from "./use-stored-choice.ts";

/** Which file of a video is played: the best one, or the light one for slow connections. */
export type QualityChoice = "full" | "light";

/** The quality choice for all videos, stored in this browser because it depends on its connection. */
export function useQualityChoice(): [QualityChoice, (choice: QualityChoice) => void] {
  return useStoredChoice<QualityChoice>("reelay-picture", ["full", "light"]);
}

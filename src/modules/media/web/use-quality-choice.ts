import { useState } from "react";

const storageKey = "reelay-picture";

/** Which file of a video is watched: the best one, or the light one for slow lines. */
export type QualityChoice = "full" | "light";

/** The choice of this browser, for all videos: its line stays what it is. */
export function useQualityChoice(): [QualityChoice, (choice: QualityChoice) => void] {
  const [choice, setChoice] = useState(storedChoice);
  const choose = (next: QualityChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Where nothing may be stored, the choice holds for this page.
    }
  };
  return [choice, choose];
}

function storedChoice(): QualityChoice {
  try {
    return localStorage.getItem(storageKey) === "light" ? "light" : "full";
  } catch {
    return "full";
  }
}

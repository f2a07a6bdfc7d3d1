import { useState } from "react";

const storageKey = "reelay-picture";

/** Which file of a video is played: the best one, or the light one for slow connections. */
export type QualityChoice = "full" | "light";

/** The quality choice for all videos, stored in this browser because it depends on its connection. */
export function useQualityChoice(): [QualityChoice, (choice: QualityChoice) => void] {
  const [choice, setChoice] = useState(storedChoice);
  const choose = (next: QualityChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Without storage, the choice lasts until the page is closed.
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

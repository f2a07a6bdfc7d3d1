import { useState } from "react";

const storageKey = "reelay-picture";

/** Which file of a video is watched: the best one, or the light one for slow lines. */
export type PictureChoice = "full" | "light";

/** The choice of this browser, for all videos: its line stays what it is. */
export function usePictureChoice(): [PictureChoice, (choice: PictureChoice) => void] {
  const [choice, setChoice] = useState(storedChoice);
  const choose = (next: PictureChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Where nothing may be stored, the choice holds for this page.
    }
  };
  return [choice, choose];
}

function storedChoice(): PictureChoice {
  try {
    return localStorage.getItem(storageKey) === "light" ? "light" : "full";
  } catch {
    return "full";
  }
}

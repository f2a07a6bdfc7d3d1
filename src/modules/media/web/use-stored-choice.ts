import { useState } from "react";

/** A choice for all videos, stored in this browser. It is the first of `choices` until another one is chosen. */
export function useStoredChoice<Choice extends string>(
  storageKey: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => storedChoice(storageKey, choices));
  const choose = (next: Choice) => {
    setChoice(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  };
  return [choice, choose];
}

function storedChoice<Choice extends string>(
  storageKey: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  try {
    const stored = localStorage.getItem(storageKey);
    return choices.find((choice) => choice === stored) ?? choices[0];
  } catch {
    return choices[0];
  }
}

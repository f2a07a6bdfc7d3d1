import type { Locator } from "@playwright/test";

/** Percentage of the first progress bar inside an element; 0 while there is none. */
export async function percentIn(element: Locator): Promise<number> {
  // At once: a bar that was counted may be gone when its value is read.
  return element
    .locator("progress[value]")
    .evaluateAll(([bar]) => (bar instanceof HTMLProgressElement ? bar.value : 0));
}

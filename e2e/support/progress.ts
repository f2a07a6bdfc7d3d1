import type { Locator } from "@playwright/test";

/** Percentage of the first progress bar inside an element; 0 while there is none. */
export async function percentIn(element: Locator): Promise<number> {
  const bar = element.locator("progress[value]").first();
  return (await bar.count()) === 0 ? 0 : Number(await bar.getAttribute("value"));
}

import type { Locator } from "@playwright/test";

/** How far the progress bar of a place is; 0 before there is one. */
export async function percentIn(place: Locator): Promise<number> {
  const bar = place.locator("progress[value]").first();
  return (await bar.count()) === 0 ? 0 : Number(await bar.getAttribute("value"));
}

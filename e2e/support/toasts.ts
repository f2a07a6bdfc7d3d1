import type { Locator } from "@playwright/test";

/** The elements that overlap the toast. */
export async function covered(toast: Locator, elements: readonly Locator[]): Promise<string[]> {
  const area = await toast.boundingBox();
  const found: string[] = [];
  for (const element of elements) {
    const box = await element.boundingBox();
    if (!area || !box) return ["not shown"];
    const apart =
      box.y + box.height <= area.y ||
      box.y >= area.y + area.height ||
      box.x + box.width <= area.x ||
      box.x >= area.x + area.width;
    if (!apart) found.push(await element.innerText().catch(() => "search"));
  }
  return found;
}

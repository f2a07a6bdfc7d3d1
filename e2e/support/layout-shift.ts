import type { Page } from "@playwright/test";

/** An entry of the Layout Instability API, which TypeScript's DOM types lack. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    layoutShifts: () => { value: number; moved: string[] }[];
  }
}

/** Records, in the documents that the page loads from now on, what moves without an action of the user. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = `${element?.localName ?? "?"}.${element?.className ?? ""}`.slice(0, 80);
          return `${name} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
        });
        shifts.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    window.layoutShifts = () => {
      keep(observer.takeRecords());
      return shifts;
    };
  });
}

/** The sum of the layout shifts of the document, and its parts that moved in the larger ones. */
export async function layoutShift(page: Page): Promise<{ sum: number; moved: string[] }> {
  const shifts = await page.evaluate(() => window.layoutShifts());
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts
      .filter(({ value }) => value > 0.01)
      .map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join("; ")}`),
  };
}

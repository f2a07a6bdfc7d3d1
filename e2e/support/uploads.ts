import type { Locator, Page } from "@playwright/test";

/** How far the progress bar of a place is; 0 before there is one. */
export async function percentIn(place: Locator): Promise<number> {
  const bar = place.locator("progress[value]").first();
  return (await bar.count()) === 0 ? 0 : Number(await bar.getAttribute("value"));
}

/** A page's line to the server. */
export interface Line {
  /** Lets it send so many bytes a second. */
  slow: (bytesPerSecond: number) => Promise<void>;
  cut: () => Promise<void>;
  /** Whole, and as fast as it can be. */
  mend: () => Promise<void>;
}

export async function lineOf(page: Page): Promise<Line> {
  const devtools = await page.context().newCDPSession(page);
  const set = (offline: boolean, uploadThroughput: number) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  return {
    slow: async (bytesPerSecond) => void (await set(false, bytesPerSecond)),
    cut: async () => void (await set(true, -1)),
    mend: async () => void (await set(false, -1)),
  };
}

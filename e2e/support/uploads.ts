import type { Locator, Page } from "@playwright/test";

/** How far the progress bar of a place is; 0 before there is one. */
export async function percentIn(place: Locator): Promise<number> {
  const bar = place.locator("progress[value]").first();
  return (await bar.count()) === 0 ? 0 : Number(await bar.getAttribute("value"));
}

/** Lets a page send so many bytes a second; ends what `setOffline` has set. */
export async function slowDownUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

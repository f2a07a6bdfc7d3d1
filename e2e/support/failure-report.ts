import type { BrowserContext, Page } from "@playwright/test";

import type { Reelay } from "./reelay.ts";

/** Characters printed of each page. */
const mostText = 4000;

/** What the pages of a failed test showed and what the server wrote last, for logs that come without screenshots. */
export async function failureReport(contexts: readonly BrowserContext[], reelay: Reelay): Promise<string> {
  const pages = await Promise.all(contexts.flatMap((context) => context.pages()).map(describePage));
  return [...pages, `The server's last output:\n${reelay.output()}`].join("\n\n");
}

async function describePage(page: Page): Promise<string> {
  const shown = await page
    .locator("body")
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error));
  return `${page.url()} showed:\n${shown.slice(0, mostText)}`;
}

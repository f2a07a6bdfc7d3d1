import type { BrowserContext, Page } from "@playwright/test";

import { serverOutputs } from "./reelay.ts";

/** Characters printed of each page. */
const maxTextLength = 4000;

/** The texts of a failed test's pages and the last output of the servers, for logs without screenshots. */
export async function failureReport(contexts: readonly BrowserContext[]): Promise<string> {
  const pages = await Promise.all(contexts.flatMap((context) => context.pages()).map(describePage));
  const servers = Array.from(serverOutputs(), ([url, output]) => `${url} wrote last:\n${output}`);
  return [...pages, ...servers].join("\n\n");
}

async function describePage(page: Page): Promise<string> {
  const pageText = await page
    .locator("body")
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error));
  return `${page.url()} showed:\n${pageText.slice(0, maxTextLength)}`;
}

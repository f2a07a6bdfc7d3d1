import { type Browser, type BrowserContext, test as base } from "@playwright/test";

import { failureReport } from "./failure-report.ts";
import { installReelay, type Reelay } from "./reelay.ts";

/** Contexts of this worker that were opened by `beforeAll` of a test file, and are closed with its last test. */
let ofFile = { file: "", contexts: new Set<BrowserContext>() };

async function closeContexts(
  browser: Browser,
  isUnused: (context: BrowserContext) => boolean,
): Promise<void> {
  await Promise.all(
    browser
      .contexts()
      .filter((context) => isUnused(context))
      .map((context) => context.close()),
  );
}

/**
 * Tests on a Reelay that a worker starts once for all its test files. Each test signs up its own users and looks at its own
 * tasks and videos. A test that kills or configures the server calls `installReelay` instead. After a failed test
 * Playwright replaces the worker, and the server with it.
 */
export const test = base.extend<{ closesPages: undefined }, { reelay: Reelay }>({
  // Playwright keeps these contexts until the worker ends, and their pages would take up the processor's time.
  closesPages: [
    async ({ browser }, use, testInfo) => {
      const { file } = testInfo;
      const earlier = ofFile;
      if (earlier.file !== file) {
        await closeContexts(browser, (context) => earlier.contexts.has(context));
        ofFile = { file, contexts: new Set() };
      }
      for (const context of browser.contexts()) ofFile.contexts.add(context);
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus)
        process.stdout.write(`${await failureReport(browser.contexts())}\n`);
      await closeContexts(browser, (context) => !ofFile.contexts.has(context));
    },
    { auto: true },
  ],
  reelay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the parameter.
    async ({}, use) => {
      const reelay = await installReelay();
      await use(reelay);
      await reelay.remove();
    },
    { scope: "worker", timeout: 480_000 },
  ],
});

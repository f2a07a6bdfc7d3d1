import { test as base } from "@playwright/test";

import { installReelay, type Reelay } from "./reelay.ts";

/**
 * Tests on a Reelay that a worker starts once for all its test files. Each test signs up its own users and looks at its own
 * tasks and videos. A test that kills or configures the server calls `installReelay` instead. After a failed test
 * Playwright replaces the worker, and the server with it.
 */
export const test = base.extend<object, { reelay: Reelay }>({
  reelay: [
    // Playwright reads the needed fixtures from the destructured parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const reelay = await installReelay();
      await use(reelay);
      await reelay.remove();
    },
    { scope: "worker", timeout: 480_000 },
  ],
});

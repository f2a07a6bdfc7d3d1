import { expect } from "@playwright/test";

import { signUpPath } from "#core/paths.ts";

import { openLighthouse } from "./support/lighthouse.ts";
import { test } from "./support/test.ts";

// One page of each kind; accessible.spec.ts and search-engines.spec.ts visit all of them. `npm run bench -- lighthouse`
// measures the performance, which depends on the machine.
test("Lighthouse finds nothing to improve besides performance", { tag: "@sweep" }, async ({ reelay }) => {
  const { audit, close } = await openLighthouse();
  try {
    for (const path of ["/", signUpPath]) {
      const { failures, scores } = await audit(reelay.url + path, ["accessibility", "best-practices", "seo"]);
      expect(failures, path).toEqual([]);
      expect([...scores.values()], path).toEqual([100, 100, 100]);
    }
  } finally {
    await close();
  }
});

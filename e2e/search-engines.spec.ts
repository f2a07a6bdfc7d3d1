import { expect } from "@playwright/test";

import { publicPages, publicPaths } from "#modules/site/rules/public-pages.ts";

import { test } from "./support/test.ts";

test(
  "public pages have the same title before and after their script has run",
  { tag: "@sweep" },
  async ({ page, reelay }) => {
    for (const path of publicPaths) {
      const { title } = publicPages[path];
      const sent = await page.request.get(reelay.url + path);
      expect(await sent.text()).toContain(`<title>${title}</title>`);
      await page.goto(reelay.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await expect(page).toHaveTitle(title);
    }
  },
);

import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { settingsPath } from "#core/paths.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika } from "#testing/web/samples.ts";

test("the settings appear once all of them have loaded, at the group that the link names", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  const loading = Promise.withResolvers<void>();
  const credentials = { email: "anika@example.com", emailVerified: false, hasPassword: true };
  api.on(passwordEndpoints.credentials, () => loading.promise.then(() => credentials));
  await page.viewport(390, 844);
  await open(settingsPath("EDITOR", "notifications"));
  await expect.element(page.getByText("Loading your settings")).toBeInTheDocument();
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  const visible = () =>
    headings.elements().filter((heading) => heading.checkVisibility({ opacityProperty: true }));
  expect(visible()).toEqual([]);
  loading.resolve();
  const group = page.getByRole("heading", { name: "Notifications", level: 2 });
  await expect.poll(() => group.element().getBoundingClientRect().top).toBe(20);
  expect(visible()).toHaveLength(4);
});

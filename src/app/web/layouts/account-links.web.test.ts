import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { pricingPath } from "#core/paths.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { siteEndpoints } from "#modules/site/contract/site.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

// A button that moves between pressing and releasing the mouse is not clicked.
test("nothing in the bar moves when the account links replace their placeholder", async () => {
  const { api, open } = await startScreen(meera);
  const checked = Promise.withResolvers<undefined>();
  api.on(sessionEndpoints.checkAuth, async () => {
    await checked.promise;
    return { ...meera, socketToken: "token" };
  });
  api.on(siteEndpoints.contact, () => ({ email: null, phone: null, address: null, social: [] }));
  await open(pricingPath);
  const theme = page.getByRole("combobox", { name: "Theme" });
  const profile = page.getByRole("link", { name: /^Your profile/ });
  await expect.element(theme).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Log in" })).not.toBeInTheDocument();
  await expect.element(profile).not.toBeInTheDocument();
  const before = theme.element().getBoundingClientRect().x;

  checked.resolve(undefined);
  await expect.element(profile).toBeVisible();
  expect(theme.element().getBoundingClientRect().x).toBe(before);
});

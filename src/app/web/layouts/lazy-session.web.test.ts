import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { useUserStore } from "#modules/sign-in/web/user-store.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

import { LazySessionServices } from "./lazy-session.tsx";

test("Ctrl+J opens the palette although its code has not been loaded yet", async () => {
  const { show } = await startScreen(meera);
  await useUserStore.persist.rehydrate();
  show(createElement(LazySessionServices));
  const press = new KeyboardEvent("keydown", {
    key: "j",
    code: "KeyJ",
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  document.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  await expect.element(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

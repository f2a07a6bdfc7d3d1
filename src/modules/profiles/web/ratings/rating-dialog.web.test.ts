import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

import { RatingDialog } from "./rating-dialog.tsx";

test.each([1440, 390])("the dialog keeps its height when the form loads: %i px", async (width) => {
  const { api, show } = await startScreen(meera);
  await page.viewport(width, 844);
  const loaded = Promise.withResolvers<void>();
  api.on(profilesEndpoints.rating, async () => {
    await loaded.promise;
    return { editor: anika, rating: null };
  });
  show(createElement(RatingDialog, { taskId: 12, editorName: anika.name, onClose: vi.fn() }));
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Loading your rating")).toBeInTheDocument();
  const height = () => dialog.element().getBoundingClientRect().height;
  const before = height();
  loaded.resolve();
  await expect.element(dialog.getByRole("textbox")).toBeVisible();
  expect(height()).toBeCloseTo(before);
});

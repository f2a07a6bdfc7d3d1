import { createElement } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { tasksPath } from "#core/paths.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { usePaletteState } from "#modules/profiles/web/palette/palette-state.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { useUserStore } from "#modules/sign-in/web/sessions/user-store.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

import { LazySessionServices } from "./lazy-session.tsx";

/** Presses Ctrl+J. False if nobody has heard it. */
function pressShortcut(): boolean {
  const press = new KeyboardEvent("keydown", { key: "j", code: "KeyJ", ctrlKey: true, cancelable: true });
  document.dispatchEvent(press);
  return press.defaultPrevented;
}

test("Ctrl+J opens the palette although its code has not been loaded yet, with what was typed after it", async () => {
  const { api, show } = await startScreen(meera);
  api.on(tasksEndpoints.teammates, () => []);
  api.on(tasksEndpoints.searchTasks, () => []);
  api.on(peopleEndpoints.searchUser, () => []);
  await useUserStore.persist.rehydrate();
  show(createElement("div", {}, createElement(LazySessionServices), createElement("button", {}, "Mute")));
  page.getByRole("button", { name: "Mute" }).element().focus();
  expect(pressShortcut()).toBe(true);
  const pagesKeys: string[] = [];
  const press = ({ key }: KeyboardEvent) => void pagesKeys.push(key);
  document.addEventListener("keydown", press);
  onTestFinished(() => document.removeEventListener("keydown", press));
  for (const key of ["m", "o", "o", "Backspace", "ArrowLeft", "Enter"])
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  expect(pagesKeys).toEqual([]);
  const input = page.getByRole("dialog", { name: "Search" }).getByRole("combobox");
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard("nday");
  await expect.element(input).toHaveValue("monday");
});

test("Ctrl+J pressed before an ended session was refused doesn't open the palette after the login", async () => {
  const { api, open } = await startScreen(meera);
  const checked = Promise.withResolvers<undefined>();
  api.on(sessionEndpoints.checkAuth, async () => {
    await checked.promise;
    throw commonError("unauthenticated");
  });
  await open(tasksPath("YOUTUBER"));
  await expect.poll(pressShortcut).toBe(true);
  expect(usePaletteState.getState().open).toBe(true);
  checked.resolve(undefined);
  await expect.element(page.getByText("Your session has expired. Log in to continue.")).toBeVisible();
  await expect.poll(() => usePaletteState.getState().open).toBe(false);
});

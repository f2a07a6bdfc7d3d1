import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { settingsPath } from "#core/paths.ts";
import { peopleEndpoints, type PersonCard } from "#modules/people/contract/people.ts";
import { blockChanged } from "#modules/people/realtime-messages.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

const noor: PersonCard = { id: 5, name: "noor", role: "EDITOR", profileImgUrl: "" };
const jonas: PersonCard = { id: 6, name: "jonas", role: "YOUTUBER", profileImgUrl: "" };
const section = page.getByRole("region", { name: "Blocked users" });

/** The settings, of which only the list of blocked users is loaded. */
async function openSettings(blocked: () => PersonCard[]): Promise<Screen> {
  const screen = await startScreen(meera);
  screen.api.refuseOthers(commonError("not_found"));
  screen.api.on(peopleEndpoints.blockedUsers, blocked);
  await screen.open(settingsPath("YOUTUBER"));
  return screen;
}

test("blocked users are listed and can be unblocked", async () => {
  let blocked = [noor, jonas];
  const { api } = await openSettings(() => blocked);
  const requests = api.on(peopleEndpoints.blockUser, ({ params }) => {
    blocked = blocked.filter(({ id }) => id !== params.id);
    api.notify(blockChanged, { personId: params.id });
    return null;
  });
  await section.getByRole("button", { name: "Unblock noor" }).click();
  await expect.element(section.getByText("noor")).not.toBeInTheDocument();
  await expect.element(section.getByRole("button", { name: "Unblock jonas" })).toBeVisible();
  await section.getByRole("button", { name: "Unblock jonas" }).click();
  await expect.element(section.getByText(/blocked anyone/)).toBeVisible();
  expect(requests.map(({ params, body }) => [params.id, body.blocked])).toEqual([
    [noor.id, false],
    [jonas.id, false],
  ]);
});

test("a list that fails to load can be loaded again", async () => {
  let fails = true;
  await openSettings(() => {
    if (fails) throw commonError("not_found");
    return [noor];
  });
  await expect.element(section.getByRole("alert")).toBeVisible();
  fails = false;
  await section.getByRole("button", { name: "Try again" }).click();
  await expect.element(section.getByRole("button", { name: "Unblock noor" })).toBeVisible();
});

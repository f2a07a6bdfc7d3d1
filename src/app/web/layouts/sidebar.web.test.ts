import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { analyticsPath, publicationsPath, settingsPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

const bar = page.getByRole("navigation", { name: "Main" });
const entry = (name: string) => bar.getByRole("link", { name });
const managed = {
  creator: samplePerson(meera),
  kind: "manager" as const,
  rights: [],
  memberSince: "2031-04-01T09:00:00.000Z",
  editorNotes: [],
};

async function openAs(user: User, path: string, width: number) {
  const { api, open } = await startScreen(user);
  api.refuseOthers(commonError("not_found"));
  await page.viewport(width, 844);
  await open(path);
  return api;
}

test.each([1440, 390])(
  "publications and analytics are entries beside the tasks at %s pixels",
  async (width) => {
    await openAs(meera, publicationsPath("YOUTUBER"), width);
    await expect.element(entry("Publications")).toHaveAttribute("aria-current", "page");
    await expect.element(entry("Analytics")).not.toHaveAttribute("aria-current");
    await entry("Analytics").click();
    await expect.element(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
    await expect.element(entry("Analytics")).toHaveAttribute("aria-current", "page");
    await expect.element(entry("Publications")).not.toHaveAttribute("aria-current");
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

test("editors have publications only if they manage for a creator", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  api.on(teamEndpoints.teams, () => ({ teams: [], invitations: [] }));
  await open(analyticsPath("EDITOR"));
  await expect.element(entry("Analytics")).toHaveAttribute("aria-current", "page");
  await expect.element(entry("Publications")).not.toBeInTheDocument();
});

test("managers have publications", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  api.on(teamEndpoints.teams, () => ({ teams: [managed], invitations: [] }));
  await open(analyticsPath("EDITOR"));
  await expect.element(entry("Publications")).toHaveAttribute("href", publicationsPath("EDITOR"));
});

test("the settings are in groups, which links above them lead to on a phone", async () => {
  await openAs(meera, settingsPath("YOUTUBER"), 390);
  const groups = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect
    .poll(() => groups.elements().map(({ textContent }) => textContent))
    .toEqual([
      "Account",
      "Sign-in and security",
      "Notifications",
      "Delivery from editors",
      "Publishing",
      "Team",
      "Storage and data",
    ]);
  const index = page.getByRole("navigation", { name: "Settings" });
  expect(index.element().getBoundingClientRect().bottom).toBeLessThan(600);
  await index.getByRole("link", { name: "Publishing" }).click();
  const top = () => page.getByRole("heading", { name: "Publishing" }).element().getBoundingClientRect().top;
  await expect.poll(top).toBeLessThan(100);
  expect(document.documentElement.scrollWidth).toBe(390);
});

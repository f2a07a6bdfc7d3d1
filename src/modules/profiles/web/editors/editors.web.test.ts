import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { settingsPath, tasksPath } from "#core/paths.ts";
import { editorsEndpoints, type TeamEditor } from "#modules/profiles/contract/editors.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

const member: TeamEditor = {
  editor: samplePerson(anika),
  member: true,
  isDefault: false,
  note: "",
  openTasks: 3,
  overdueTasks: 1,
  dueTasks: 8,
  onTimeTasks: 6,
  rating: 4.5,
  ratings: 2,
  lastActiveAt: "2031-04-01T09:00:00.000Z",
};
const past: TeamEditor = {
  ...member,
  editor: { ...samplePerson(anika), id: 9, name: "noor" },
  member: false,
};
const section = page.getByRole("region", { name: "Members", exact: true });

async function openSettings(editors: () => TeamEditor[]) {
  const screen = await startScreen(meera);
  screen.api.refuseOthers(commonError("not_found"));
  screen.api.on(editorsEndpoints.teamEditors, editors);
  await screen.open(settingsPath("YOUTUBER"));
  return screen;
}

test("an editor of the team has figures, becomes the default, and has a note that is saved", async () => {
  let editors = [member, past];
  const { api } = await openSettings(() => editors);
  const changes = api.on(teamEndpoints.changeMember, ({ body }) => {
    const { note = "", isDefault = false } = body;
    editors = [{ ...member, note, isDefault }, past];
    api.notify(teamChanged, { creatorId: meera.id });
    const rights = {
      rights: [],
      publishAgreementAt: null,
      approvalRequired: false,
    };
    return {
      ...rights,
      person: member.editor,
      kind: "editor" as const,
      isDefault,
      note,
      memberSince: "2031-04-01T09:00:00.000Z",
    };
  });
  const row = section.getByRole("listitem").filter({ hasText: "anika" });
  await expect.element(row.getByText("1 overdue")).toBeVisible();
  await expect.element(row.getByText("75% of 8")).toBeVisible();
  await expect.element(section.getByText(/At most your newest 1,000 tasks are counted\./)).toBeVisible();
  await section.getByRole("button", { name: "Make default editor: anika" }).click();
  await expect.element(section.getByRole("button", { name: "Unset default editor: anika" })).toBeVisible();
  await section.getByRole("button", { name: "Add note about anika" }).click();
  await userEvent.fill(page.getByRole("textbox", { name: "Note" }), "Fast with colour.");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect.element(row.getByText("Fast with colour.")).toBeVisible();
  expect(changes.map(({ body }) => body)).toEqual([{ isDefault: true }, { note: "Fast with colour." }]);
  // Those of earlier tasks have neither a note nor a place to be removed from.
  await expect.element(section.getByRole("button", { name: "Remove noor" })).not.toBeInTheDocument();
});

test("the removal of an editor shows the tasks to reassign, each with a link to its form", async () => {
  const { api } = await openSettings(() => [member]);
  api.on(editorsEndpoints.openTasksOfEditor, () => [
    { id: 12, taskTitle: "Lagoon at low tide", deadline: "2031-05-17T18:29:00.000Z" },
  ]);
  const removed = api.on(teamEndpoints.removeMember, () => null);
  await section.getByRole("button", { name: "Remove anika" }).click();
  const dialog = page.getByRole("dialog");
  await expect
    .element(dialog.getByRole("link", { name: "Lagoon at low tide" }))
    .toHaveAttribute("href", tasksPath("YOUTUBER", 12));
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(removed.map(({ params }) => params.personId)).toEqual([anika.id]);
});

import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { settingsPath } from "#core/paths.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import {
  type Team,
  teamEndpoints,
  type TeamInvitation,
  type TeamMember,
  type Teams,
} from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { publishAgreementText } from "#modules/team/rules/team.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

const manager: TeamMember = {
  rights: ["review"],
  person: samplePerson(anika),
  kind: "manager",
  publishAgreementAt: null,
  approvalRequired: false,
  isDefault: false,
  note: "",
  memberSince: "2031-04-01T09:00:00.000Z",
};
const link: TeamInvitation = {
  rights: [],
  id: "00000000-0000-4000-8000-000000000001",
  email: null,
  name: "Ana",
  role: "EDITOR",
  subject: null,
  kind: "editor",
  state: "pending",
  createdAt: "2031-04-01T09:00:00.000Z",
  expiresAt: "2031-04-08T09:00:00.000Z",
  acceptedBy: null,
  path: "/invitation#a-token",
  person: null,
};

const team = page.getByRole("region", { name: "Members", exact: true });
const teams = page.getByRole("region", { name: "Teams", exact: true });

/** The settings, of which only the team and the teams are loaded. */
async function openSettings(
  { user = meera }: { user?: typeof meera },
  loaded: { team?: () => Team; teams?: () => Teams },
) {
  const screen = await startScreen(user);
  screen.api.refuseOthers(commonError("not_found"));
  screen.api.on(teamEndpoints.team, loaded.team ?? (() => ({ members: [], invitations: [] })));
  screen.api.on(teamEndpoints.teams, loaded.teams ?? (() => ({ teams: [], invitations: [] })));
  await screen.open(settingsPath(user.role));
  return screen;
}

test("a manager is invited with rights, and to publish only with the agreement that is shown", async () => {
  const { api } = await openSettings({}, {});
  api.on(peopleEndpoints.searchUser, () => [samplePerson(meera), samplePerson(anika)]);
  const invited = api.on(teamEndpoints.inviteMember, () => link);
  await expect.element(team.getByText(/You work alone/)).toBeVisible();
  await team.getByRole("button", { name: "Invite to your team" }).click();
  await team.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(team.getByText("Choose a user.")).toBeVisible();
  await team.getByRole("combobox", { name: "Manager" }).click();
  // The user can't invite themselves.
  await expect.element(team.getByRole("option", { name: /^anika/ })).toBeVisible();
  expect(team.getByRole("option").all()).toHaveLength(1);
  await team.getByRole("option", { name: /^anika/ }).click();
  await expect.element(team.getByText(publishAgreementText)).not.toBeInTheDocument();
  await team.getByRole("checkbox", { name: "Publish" }).click();
  await expect.element(team.getByText(publishAgreementText)).toBeVisible();
  await team.getByRole("button", { name: "Agree and invite" }).click();
  await expect.element(team.getByRole("form")).not.toBeInTheDocument();
  expect(invited.map(({ body }) => body)).toEqual([
    {
      kind: "manager",
      username: "anika",
      rights: ["create_tasks", "review", "publish"],
      publishAgreement: publishAgreementText,
    },
  ]);
});

test("an editor is invited by email or link, without rights", async () => {
  const { api } = await openSettings({}, {});
  const invited = api.on(teamEndpoints.inviteMember, () => link);
  await team.getByRole("button", { name: "Invite to your team" }).click();
  await team.getByRole("radio", { name: /Editor/ }).click();
  await team.getByRole("radio", { name: /Email/ }).click();
  await expect.element(team.getByRole("checkbox")).not.toBeInTheDocument();
  await userEvent.fill(team.getByRole("textbox", { name: "Email of the editor" }), "ana@example.com");
  await team.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(team.getByRole("form")).not.toBeInTheDocument();
  expect(invited.map(({ body }) => body)).toEqual([{ kind: "editor", email: "ana@example.com" }]);
});

test("rights are changed, the agreement to publishing is asked for once, and the member is removed", async () => {
  let members = [manager];
  const { api } = await openSettings({}, { team: () => ({ members, invitations: [] }) });
  const changed = api.on(teamEndpoints.changeMember, ({ body: { rights = [] } }) => {
    const after = {
      ...manager,
      rights,
      publishAgreementAt: rights.includes("publish") ? "2031-04-02T09:00:00.000Z" : null,
    };
    members = [after];
    api.notify(teamChanged, { creatorId: meera.id });
    return after;
  });
  await expect.element(team.getByText("Reviews", { exact: true })).toBeVisible();
  const open = () => team.getByRole("button", { name: "Change rights of anika" }).click();
  const dialog = page.getByRole("dialog");
  await open();
  await dialog.getByRole("checkbox", { name: "Publish" }).click();
  await dialog.getByRole("button", { name: "Agree and save" }).click();
  await expect.element(team.getByText("Reviews, publishes")).toBeVisible();
  await expect.element(team.getByText(/You agreed to publishing/)).toBeVisible();
  await open();
  await expect.element(dialog.getByText(publishAgreementText)).toBeVisible();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await dialog.getByRole("checkbox", { name: "Publish" }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(team.getByText(/You agreed to publishing/)).not.toBeInTheDocument();
  expect(changed.map(({ body }) => [body.rights?.includes("publish"), body.publishAgreement])).toEqual([
    [true, publishAgreementText],
    [true, undefined],
    [false, undefined],
  ]);
  const removed = api.on(teamEndpoints.removeMember, () => {
    members = [];
    api.notify(teamChanged, { creatorId: meera.id });
    return null;
  });
  await team.getByRole("button", { name: "Remove anika" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect.element(team.getByText(/You work alone/)).toBeVisible();
  expect(removed.map(({ params }) => params.personId)).toEqual([anika.id]);
});

test("the team shows who may do what, and required approvals are chosen beside it", async () => {
  const editor: TeamMember = {
    ...manager,
    kind: "editor",
    rights: [],
    person: { ...manager.person, id: 9, name: "noor" },
  };
  const { api } = await openSettings({}, { team: () => ({ members: [manager, editor], invitations: [] }) });
  const changed = api.on(teamEndpoints.changeMember, () => ({ ...manager, approvalRequired: true }));
  const overview = team.getByRole("region", { name: "Who may do what" });
  const marks = (name: RegExp) =>
    overview
      .getByRole("row", { name })
      .getByRole("cell")
      .elements()
      .map(({ textContent }) => textContent?.replace("–", ""));
  await expect.element(overview).toBeVisible();
  // Upload, create tasks, review, publish.
  expect(marks(/^You/)).toEqual(["No", "Yes", "Yes", "Yes"]);
  expect(marks(/^anika/)).toEqual(["No", "No", "Yes", "No"]);
  expect(marks(/^noor/)).toEqual(["Yes", "No", "No", "No"]);
  const required = team.getByRole("group", { name: "Required approvals" });
  await required.getByRole("checkbox", { name: "anika" }).click();
  await expect
    .poll(() => changed.map(({ params, body }) => [params.personId, body]))
    .toEqual([[anika.id, { approvalRequired: true }]]);
  await expect.element(required.getByRole("checkbox", { name: "noor" })).not.toBeInTheDocument();
});

test("an invitation is revoked", async () => {
  let invitations = [link];
  const { api } = await openSettings({}, { team: () => ({ members: [], invitations }) });
  const revoked = api.on(invitationEndpoints.revokeInvitation, () => {
    invitations = [];
    api.notify(teamChanged, { creatorId: meera.id });
    return { ...link, state: "revoked" as const, path: null };
  });
  await expect.element(team.getByRole("button", { name: "Copy invitation link" })).toBeVisible();
  await team.getByRole("button", { name: "Revoke the invitation of Ana" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect.element(team.getByText(/You work alone/)).toBeVisible();
  expect(revoked.map(({ params }) => params.id)).toEqual([link.id]);
});

test("the invitation of a suspended creator can only be declined", async () => {
  const creator = { ...samplePerson(meera), suspended: true as const };
  const invitation = {
    rights: [],
    id: link.id,
    creator,
    kind: "manager" as const,
    expiresAt: link.expiresAt,
  };
  await openSettings({ user: anika }, { teams: () => ({ teams: [], invitations: [invitation] }) });
  await expect.element(teams.getByText(/Their account is suspended/)).toBeVisible();
  await expect.element(teams.getByRole("button", { name: "Decline the invitation of meera" })).toBeVisible();
  await expect.element(teams.getByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
});

test("teams that can't be loaded say so, and can be loaded again", async () => {
  const failing = () => {
    throw commonError("not_found");
  };
  const { api } = await openSettings({ user: anika }, { teams: failing });
  const again = teams.getByRole("button", { name: "Try again" });
  await expect.element(again).toBeVisible();
  const creator = samplePerson(meera);
  const joined = {
    rights: [],
    creator,
    kind: "editor" as const,
    memberSince: manager.memberSince,
    editorNotes: [],
  };
  api.on(teamEndpoints.teams, () => ({ teams: [joined], invitations: [] }));
  await again.click();
  await expect.element(teams.getByRole("button", { name: "Leave the team of meera" })).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});

test("a user accepts or declines invitations to teams, and leaves a team", async () => {
  const creator = samplePerson(meera);
  const invitation = {
    rights: [],
    id: link.id,
    creator,
    kind: "manager" as const,
    expiresAt: link.expiresAt,
  };
  const memberSince = manager.memberSince;
  const editorNotes = [{ person: { ...creator, id: 12, name: "noor" }, note: "Fast with colour." }];
  let shown: Teams = { teams: [], invitations: [invitation] };
  const { api } = await openSettings({ user: anika }, { teams: () => shown });
  const answers = (accept: boolean) => () => {
    shown = {
      teams: accept ? [{ rights: [], creator, kind: "manager", memberSince, editorNotes }] : [],
      invitations: accept ? [{ ...invitation, creator: { ...creator, id: 9, name: "jonas" } }] : [],
    };
    api.notify(teamChanged, { creatorId: meera.id });
    return null;
  };
  const accepted = api.on(teamEndpoints.acceptTeamInvitation, answers(true));
  await teams.getByRole("button", { name: "Accept the invitation of meera" }).click();
  await expect.element(teams.getByText("Watches and comments").first()).toBeVisible();
  expect(accepted.map(({ params }) => params.id)).toEqual([link.id]);
  const notes = teams.getByRole("list", { name: "Notes about the editors of meera" });
  await expect.element(notes).toHaveTextContent("noor: Fast with colour.");
  const left = api.on(teamEndpoints.leaveTeam, () => {
    shown = { ...shown, teams: [] };
    api.notify(teamChanged, { creatorId: meera.id });
    return null;
  });
  await teams.getByRole("button", { name: "Leave the team of meera" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect.element(teams.getByText("meera")).not.toBeInTheDocument();
  expect(left.map(({ params }) => params.personId)).toEqual([meera.id]);
  api.on(teamEndpoints.declineTeamInvitation, answers(false));
  await teams.getByRole("button", { name: "Decline the invitation of jonas" }).click();
  // Without teams and invitations, the section is not shown.
  await expect.element(teams).not.toBeInTheDocument();
  await expect.element(team).not.toBeInTheDocument();
});

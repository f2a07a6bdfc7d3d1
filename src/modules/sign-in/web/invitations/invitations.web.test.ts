import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { invitationPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import {
  type Invitation,
  invitationEndpoints,
  invitationError,
  type OpenedInvitation,
} from "#modules/sign-in/contract/invitations.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

import { InvitationsSection } from "../public/invitations-section.tsx";

const opened: OpenedInvitation = {
  purpose: "task",
  state: "pending",
  inviter: samplePerson(meera),
  email: null,
  role: "EDITOR",
  work: [],
  subject: "Herons at dawn",
  expiresAt: "2031-05-17T18:29:00.000Z",
  maySignUp: true,
  hasAccount: false,
  acceptedPath: null,
};
const created: Invitation = {
  id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001",
  email: null,
  name: "Rosa",
  role: "EDITOR",
  subject: "Herons at dawn",
  state: "pending",
  createdAt: "2026-11-27T10:00:00.000Z",
  expiresAt: "2031-05-17T18:29:00.000Z",
  acceptedBy: null,
  path: "/invitation#token",
};
const heading = page.getByRole("heading", { level: 1 });

test("the page of an invitation names work and inviter, and signs up with its email", async () => {
  const { api, open } = await startScreen(null);
  api.on(invitationEndpoints.openInvitation, () => ({ ...opened, email: "rosa@example.com" }));
  const signUps = api.on(passwordEndpoints.signup, () => {
    throw invitationError("invitation_revoked");
  });
  await open(invitationPath("token"));
  await expect.element(heading).toHaveTextContent("Herons at dawn");
  await expect.element(page.getByText(/invited you to edit this video/)).toBeVisible();
  await page.getByLabelText("Password", { exact: true }).fill("long reels are long");
  await page.getByRole("form").getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect.element(page.getByText("This invitation was revoked. Ask for a new one.")).toBeVisible();
  expect(signUps.map(({ body }) => body)).toMatchObject([
    { email: "rosa@example.com", role: "EDITOR", invitation: "token" },
  ]);
});

test("a manager reads what they will be able to do, and signs up without a role", async () => {
  const { api, open } = await startScreen(null);
  const work = ["see their tasks and comment on versions", "approve versions and request changes"];
  const toTeam = { ...opened, purpose: "team", role: null, subject: null, work } as const;
  api.on(invitationEndpoints.openInvitation, () => ({ ...toTeam, email: "rosa@example.com" }));
  const signUps = api.on(passwordEndpoints.signup, () => ({
    ...anika,
    role: "NORMAL" as const,
    socketToken: "",
  }));
  await open(invitationPath("token"));
  await expect.element(heading).toHaveTextContent("meera invited you to join their team");
  const list = page.getByRole("region", { name: "You'll be able to" });
  await expect.element(list).toMatchTextContent(/see their tasks.*approve versions and request changes/);
  await expect.element(page.getByText(/The link works once and expires on May 1[78]/)).toBeVisible();
  await expect.element(page.getByRole("radio")).not.toBeInTheDocument();
  await page.getByLabelText("Password", { exact: true }).fill("long reels are long");
  const signUp = page.getByRole("form").getByRole("button", { name: "Sign Up", exact: true });
  await signUp.click();
  await expect.element(page.getByText("Account created successfully!", { exact: true })).toBeVisible();
  expect(signUps.map(({ body }) => body)).toMatchObject([{ role: "NORMAL", invitation: "token" }]);
});

test("a user accepts it with their account and continues where it leads", async () => {
  const { api, open } = await startScreen(anika);
  api.on(invitationEndpoints.openInvitation, () => opened);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  const accepted = api.on(invitationEndpoints.acceptInvitation, () => ({ path: tasksPath("EDITOR") }));
  await open(invitationPath("token"));
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect.poll(() => location.pathname).toBe(tasksPath("EDITOR"));
  expect(accepted.map(({ body }) => body)).toEqual([{ token: "token" }]);
});

test("an account of another role can't accept it, and the page says why", async () => {
  const { api, open } = await startScreen({ ...meera, id: 9, email: "other@example.com" });
  api.on(invitationEndpoints.openInvitation, () => opened);
  await open(invitationPath("token"));
  await expect.element(page.getByText(/The invitation is for an editor/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Accept invitation" })).not.toBeInTheDocument();
});

test.each([
  ["revoked", "This invitation was revoked", "Ask meera for a new one"],
  ["expired", "This invitation has expired", "Ask meera for a new one"],
  ["accepted", "This invitation was already used", "or log in if you accepted it"],
] as const)("an invitation that is %s says what to do", async (state, title, next) => {
  const { api, open } = await startScreen(null);
  api.on(invitationEndpoints.openInvitation, () => ({ ...opened, state }));
  await open(invitationPath("token"));
  await expect.element(heading).toHaveTextContent(title);
  await expect.element(page.getByText(new RegExp(next))).toBeVisible();
});

test("an invitation of a suspended user says whom to ask, and offers no sign-up", async () => {
  const { api, open } = await startScreen(null);
  const inviter = { ...samplePerson(meera), suspended: true as const };
  api.on(invitationEndpoints.openInvitation, () => ({ ...opened, inviter }));
  await open(invitationPath("token"));
  await expect.element(heading).toHaveTextContent("This invitation can't be accepted now");
  await expect.element(page.getByText(/The account of meera is suspended. Ask the operators/)).toBeVisible();
  await expect.element(page.getByRole("form")).not.toBeInTheDocument();
});

test.each([
  [null, "Log in"],
  [anika, "Open your profile"],
])("an incomplete link says so, and leads to the login or the profile", async (user, link) => {
  const { api, open } = await startScreen(user);
  api.on(invitationEndpoints.openInvitation, () => {
    throw invitationError("invitation_unknown");
  });
  await open(invitationPath("tok"));
  await expect.element(heading).toHaveTextContent("This link doesn't work");
  await expect.element(page.getByRole("main").getByRole("link", { name: link })).toBeVisible();
});

test("the list in Settings creates a link and revokes it after a confirmation", async () => {
  const { api, show } = await startScreen(meera);
  let rows: Invitation[] = [];
  api.on(invitationEndpoints.invitations, () => rows);
  const invited = api.on(invitationEndpoints.invite, () => {
    rows = [created];
    return created;
  });
  const revoked = api.on(invitationEndpoints.revokeInvitation, () => {
    rows = [{ ...created, state: "revoked", path: null }];
    return rows[0] ?? created;
  });
  show(createElement(InvitationsSection));
  await page.getByRole("button", { name: "Invite an editor" }).click();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(page.getByLabelText("Email of the editor")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("radio", { name: /^Create a link/ }).click();
  await page.getByLabelText("Name of the editor").fill("Rosa");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect.poll(() => invited.map(({ body }) => body)).toEqual([{ name: "Rosa" }]);
  show(createElement(InvitationsSection));
  const row = page.getByRole("listitem").filter({ hasText: "Rosa" });
  await expect.element(row.getByText("waiting")).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Copy invitation link" })).toBeVisible();
  await row.getByRole("button", { name: "Revoke the invitation of Rosa" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect.poll(() => revoked.map(({ params }) => params)).toEqual([{ id: created.id }]);
  show(createElement(InvitationsSection));
  await expect.element(row.getByText("revoked")).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Copy invitation link" })).not.toBeInTheDocument();
});

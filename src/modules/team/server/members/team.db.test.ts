import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { settingsPath, tasksPath } from "#core/paths.ts";
import type { Actor, Context } from "#core/server/context.ts";
import { after, hour } from "#core/time.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { suspendUser } from "#modules/operators/server/users/actions.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { setBlocked } from "#modules/people/server/public/blocks.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { invitationsChanged } from "#modules/sign-in/realtime-messages.ts";
import { invitationLength } from "#modules/sign-in/rules/invitations.ts";
import { deleteAccountData } from "#modules/sign-in/server/public/sign-in.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { type ManagerRight, maxTeamMembers, publishAgreementText } from "#modules/team/rules/team.ts";
import { createGate, untilLockWait } from "#testing/lock-waits.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { teamData } from "../personal-data.ts";
import { managerRightsIn } from "../public/team.ts";
import { teamMembers } from "../tables.ts";

let app: TestApp;
let ada: Person;
let editor: Person;
let other: Person;
let round = 0;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  app.setNow(null);
  round += 1;
  [ada, editor, other] = await Promise.all([
    app.join(`ada${round}`, "YOUTUBER"),
    app.join(`anika${round}`, "EDITOR"),
    app.join(`jonas${round}`, "YOUTUBER"),
  ]);
});

type Invited = Parameters<typeof invite>[0];
const invite = (
  body: {
    kind: "manager" | "editor";
    username?: string;
    email?: string;
    name?: string;
    rights?: ManagerRight[];
    publishAgreement?: string;
  },
  by = ada,
) => by.call(teamEndpoints.inviteMember, { body });
const teamOf = async (person: Person) => (await person.call(teamEndpoints.team, {})).data;
const teamsOf = async (person: Person) => (await person.call(teamEndpoints.teams, {})).data;
const answer = (person: Person, id: string, accept: boolean) =>
  person.call(accept ? teamEndpoints.acceptTeamInvitation : teamEndpoints.declineTeamInvitation, {
    params: { id },
  });
const change = (person: Person, body: object, by = ada) =>
  by.call(teamEndpoints.changeMember, { params: { personId: person.user.id }, body });

async function add(person: Person, invited: Omit<Invited, "username">): Promise<void> {
  const { data } = await invite({ ...invited, username: person.user.name });
  expect((await answer(person, data.id, true)).status).toBe(200);
}

const membership = (person: Person) => ({ creatorId: ada.user.id, personId: person.user.id });
const rights = (person: Person) => app.run(null, (ctx) => managerRightsIn(ctx, membership(person)));

describe("an invitation of a user", () => {
  it("adds them once they accept it, and not before", async () => {
    const { data } = await invite({ kind: "manager", username: editor.user.name, rights: ["review"] });
    expect(data).toMatchObject({
      state: "pending",
      kind: "manager",
      rights: ["review"],
      person: { id: editor.user.id },
      path: null,
    });
    expect(await teamOf(ada)).toMatchObject({ members: [], invitations: [{ id: data.id }] });
    expect(await teamsOf(editor)).toMatchObject({
      teams: [],
      invitations: [{ id: data.id, creator: { id: ada.user.id }, kind: "manager", rights: ["review"] }],
    });
    // Another creator may invite them meanwhile.
    expect((await invite({ kind: "editor", username: editor.user.name }, other)).status).toBe(200);
    expect((await answer(other, data.id, true)).status).toBe(404);
    expect((await answer(other, data.id, false)).status).toBe(404);
    await answer(editor, data.id, true);
    expect(await teamsOf(editor)).toMatchObject({
      teams: [{ creator: { id: ada.user.id }, kind: "manager", rights: ["review"] }],
      invitations: [{ creator: { id: other.user.id } }],
    });
    expect(await teamOf(ada)).toMatchObject({
      members: [{ person: { id: editor.user.id }, rights: ["review"], note: "" }],
      invitations: [],
    });
    expect(await answer(editor, data.id, true)).toMatchObject({ status: 410, code: "invitation_accepted" });
  });

  it("can only be declined while the creator is suspended", async () => {
    const { data } = await invite({ kind: "editor", username: editor.user.name });
    await app.run(null, (ctx) => suspendUser(ctx, ada.user.id));
    expect(await answer(editor, data.id, true)).toMatchObject({ status: 403, code: "invitation_suspended" });
    expect((await answer(editor, data.id, false)).status).toBe(200);
  });

  it("can be declined", async () => {
    const { data } = await invite({ kind: "editor", username: editor.user.name });
    await answer(editor, data.id, false);
    expect(await teamsOf(editor)).toEqual({ teams: [], invitations: [] });
    expect(await teamOf(ada)).toMatchObject({ members: [], invitations: [{ state: "declined" }] });
    expect(await answer(editor, data.id, true)).toMatchObject({ status: 410, code: "invitation_declined" });
  });

  it("can be revoked, and expires", async () => {
    const first = await invite({ kind: "editor", username: editor.user.name });
    await ada.call(invitationEndpoints.revokeInvitation, { params: { id: first.data.id } });
    expect(await answer(editor, first.data.id, true)).toMatchObject({ code: "invitation_revoked" });
    expect(await teamOf(ada)).toEqual({ members: [], invitations: [] });
    const second = await invite({ kind: "editor", username: editor.user.name });
    app.setNow(after(new Date(), invitationLength + 1));
    expect(await answer(editor, second.data.id, true)).toMatchObject({ code: "invitation_expired" });
    expect((await teamsOf(editor)).invitations).toEqual([]);
    expect((await invite({ kind: "editor", username: editor.user.name })).status).toBe(200);
  });

  it("notifies them, until it is revoked", async () => {
    const noticesOf = async (person: Person) =>
      (await person.call(notificationsEndpoints.list, { query: {} })).data.items;
    const first = await invite({ kind: "manager", username: editor.user.name });
    expect(await noticesOf(editor)).toMatchObject([
      {
        kind: "team_invitation",
        title: `${ada.user.name} invited you to join their team`,
        description: expect.stringMatching(
          /^You'll be able to see their tasks and comment on versions. Accept or decline in Settings before .+ UTC\.$/,
        ),
        path: settingsPath("EDITOR"),
        sender: { id: ada.user.id },
      },
    ]);
    await ada.call(invitationEndpoints.revokeInvitation, { params: { id: first.data.id } });
    expect(await noticesOf(editor)).toEqual([]);
    await add(editor, { kind: "editor" });
    expect(await noticesOf(editor)).toEqual([]);
  });

  it("is refused where it can't be accepted", async () => {
    const refused = async (invited: Invited) => (await invite(invited)).code;
    expect(await refused({ kind: "editor", username: "nobody at all" })).toBe("invitee_not_found");
    expect(await refused({ kind: "manager", username: ada.user.name })).toBe("invitee_yourself");
    expect(await refused({ kind: "editor", username: other.user.name })).toBe("invitee_no_editor");
    await invite({ kind: "manager", username: other.user.name });
    expect(await refused({ kind: "manager", username: other.user.name })).toBe("already_invited");
    await add(editor, { kind: "editor" });
    expect(await refused({ kind: "manager", username: editor.user.name })).toBe("already_member");
    expect(await refused({ kind: "editor", name: "Ana", rights: ["review"] })).toBe("rights_of_managers");
    expect(await refused({ kind: "manager", name: "Ana", rights: ["publish"] })).toBe("publish_agreement");
    expect((await invite({ kind: "manager" })).status).toBe(422);
    expect((await invite({ kind: "manager" }, editor)).status).toBe(403);
  });

  it("is not possible between users of whom one blocks the other", async () => {
    const block = (by: Person, person: Person) =>
      by.call(peopleEndpoints.blockUser, { params: { id: person.user.id }, body: { blocked: true } });
    await invite({ kind: "manager", username: other.user.name });
    await block(other, ada);
    expect((await teamsOf(other)).invitations).toEqual([]);
    expect((await invite({ kind: "manager", username: other.user.name })).code).toBe("invitee_blocked");
    await add(editor, { kind: "editor" });
    await block(ada, editor);
    expect(await teamOf(ada)).toMatchObject({ members: [] });
    expect((await invite({ kind: "editor", username: editor.user.name })).code).toBe("you_blocked_invitee");
    const [invited, member] = await Promise.all([
      app.join(`noor${round}`, "EDITOR"),
      app.join(`olga${round}`, "EDITOR"),
    ]);
    await invite({ kind: "manager", username: invited.user.name });
    await block(ada, invited);
    expect((await teamsOf(invited)).invitations).toEqual([]);
    await add(member, { kind: "manager", rights: ["review"] });
    await block(member, ada);
    expect(await teamOf(ada)).toEqual({ members: [], invitations: [] });
  });

  it("is refused to a user who blocks the creator or deletes their account at the same time", async () => {
    const inviteDuring = async (person: Person, ending: (ctx: Context) => Promise<unknown>) => {
      const committing = createGate();
      const actor: Actor = { id: person.user.id, role: "EDITOR", sessionId: "" };
      const ended = app.run(actor, async (ctx) => {
        await ending(ctx);
        await committing.wait();
      });
      await committing.reached;
      const inviting = invite({ kind: "manager", username: person.user.name });
      await untilLockWait(app.db).finally(committing.open);
      await ended;
      return (await inviting).code;
    };
    const blocks = (ctx: Context) => setBlocked(ctx, ada.user.id, true);
    expect(await inviteDuring(editor, blocks)).toBe("invitee_blocked");
    const leaving = await app.join(`noor${round}`, "EDITOR");
    const leaves = (ctx: Context) => deleteAccountData(ctx, leaving.user.id, null);
    expect(await inviteDuring(leaving, leaves)).toBe("invitee_not_found");
    expect((await teamOf(ada)).invitations).toEqual([]);
  });

  it("is one of at most 200 members and invitations", async () => {
    const rows = await app.db.execute<{ id: number }>(sql`
      insert into people (name, name_key, email, role, created_at)
      select name, name, name || '@example.com', 'EDITOR', now()
      from (select 'member-of-many-' || generate_series(1, ${maxTeamMembers - 1}) as name) names
      returning id`);
    const members = rows.rows.map(({ id: personId }): typeof teamMembers.$inferInsert => {
      return { creatorId: ada.user.id, personId, kind: "editor", createdAt: new Date() };
    });
    await app.db.insert(teamMembers).values(members);
    expect((await invite({ kind: "editor", username: editor.user.name })).status).toBe(200);
    expect(await invite({ kind: "manager", name: "Ana" })).toMatchObject({ status: 409, code: "team_full" });
    app.setNow(after(new Date(), invitationLength + 1));
    expect((await invite({ kind: "manager", name: "Ana" })).status).toBe(200);
  });
});

describe("the pages of creator and member", () => {
  /** The recipients of messages with this name since the last call. */
  function told({ name }: { name: string }): number[] {
    const sent = app.realtimeMessages.splice(0).filter((message) => message.name === name);
    return [...new Set(sent.flatMap(({ people }) => people))].toSorted((one, two) => one - two);
  }
  const both = () => [ada.user.id, editor.user.id].toSorted((one, two) => one - two);

  it("are told of an invitation and its end", async () => {
    told(teamChanged);
    const first = await invite({ kind: "editor", username: editor.user.name });
    expect(told(teamChanged)).toEqual(both());
    await ada.call(invitationEndpoints.revokeInvitation, { params: { id: first.data.id } });
    expect(told(teamChanged)).toContain(editor.user.id);
    const second = await invite({ kind: "editor", username: editor.user.name });
    told(teamChanged);
    await answer(editor, second.data.id, false);
    expect(told(invitationsChanged)).toContain(ada.user.id);
  });

  it("are told of other rights, notes and the removal", async () => {
    await add(editor, { kind: "manager" });
    told(teamChanged);
    for (const body of [{ rights: ["review"] }, { note: "Travels a lot." }]) {
      await change(editor, body);
      expect(told(teamChanged)).toEqual(both());
    }
    await ada.call(teamEndpoints.removeMember, { params: { personId: editor.user.id } });
    expect(told(teamChanged)).toEqual(both());
  });
});

describe("an invitation by link or email", () => {
  it("adds a new account with the role it chooses, and opens its tasks", async () => {
    const { data } = await invite({ kind: "manager", name: "Ana", rights: ["review"] });
    const token = data.path?.split("#")[1] ?? "";
    const opened = await app.nobody.call(invitationEndpoints.openInvitation, { body: { token } });
    expect(opened.data).toMatchObject({ purpose: "team", role: null, state: "pending" });
    const email = `ana${round}@example.com`;
    const body = { email, password: "long reels are long", role: "EDITOR" as const, invitation: token };
    const signedUp = await app.nobody.call(passwordEndpoints.signup, { body });
    expect(signedUp.data).toMatchObject({ role: "EDITOR" });
    expect(await teamOf(ada)).toMatchObject({
      members: [{ person: { id: signedUp.data.id }, rights: ["review"] }],
    });
    // Those who joined are listed as members, and the general invitations have none of the team.
    expect((await teamOf(ada)).invitations).toEqual([]);
    expect((await ada.call(invitationEndpoints.invitations, { query: {} })).data).toEqual([]);
  });

  it("names the rights and its last day, and lets a manager sign up without a role and create tasks for the creator only", async () => {
    app.setNow(new Date("2026-11-28T10:00:00Z"));
    const email = `rosa${round}@example.com`;
    await invite({ kind: "manager", email, rights: ["create_tasks", "review"] });
    await app.work();
    const [mail] = await app.sandbox.mailTo(email);
    for (const text of [
      "• see their tasks and comment on versions\n• create tasks and assign editors\n• approve versions and request changes",
      "The link works once and expires on Dec 5.",
    ])
      expect(mail?.text).toContain(text);
    const invitation = /\/invitation#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const opened = await app.nobody.call(invitationEndpoints.openInvitation, { body: { token: invitation } });
    expect(opened.data.work).toHaveLength(3);
    const rosa = await app.join(`rosa${round}`, "NORMAL", invitation);
    expect(rosa.user).toMatchObject({ role: "NORMAL" });
    const { data } = await rosa.call(invitationEndpoints.openInvitation, { body: { token: invitation } });
    expect(data.acceptedPath).toBe(tasksPath("NORMAL"));
    const create = (channel?: number) => {
      const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
      const fields = { ...brief, assignedTo: editor.user.name, ...(channel !== undefined && { channel }) };
      return rosa.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
    };
    expect(await create()).toMatchObject({ status: 403 });
    expect((await create(ada.user.id)).data.youtuber).toMatchObject({ id: ada.user.id });
  });

  it("to edit makes new accounts editors", async () => {
    const { data } = await invite({ kind: "editor", name: "Ana" });
    const body = { token: data.path?.split("#")[1] ?? "" };
    const opened = await app.nobody.call(invitationEndpoints.openInvitation, { body });
    expect(opened.data).toMatchObject({ purpose: "team", role: "EDITOR" });
  });

  it("is accepted by an existing account, which continues with its tasks", async () => {
    const { data } = await invite({ kind: "editor", email: editor.user.email });
    expect(data.path).toBeNull();
    await app.work();
    const [mail] = await app.sandbox.mailTo(editor.user.email);
    expect(mail?.subject).toBe(`ada${round} invited you to join their team on Reelay`);
    const token = /\/invitation#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const accepted = await editor.call(invitationEndpoints.acceptInvitation, { body: { token } });
    expect(accepted.data.path).toBe(tasksPath("EDITOR"));
    expect(await teamOf(ada)).toMatchObject({ members: [{ kind: "editor" }] });
  });

  it("stays apart from an invitation of the same email for tasks", async () => {
    const email = `both${round}@example.com`;
    await ada.call(invitationEndpoints.invite, { body: { email } });
    await invite({ kind: "manager", email });
    expect((await ada.call(invitationEndpoints.invitations, { query: {} })).data).toMatchObject([
      { email, role: "EDITOR" },
    ]);
    expect((await teamOf(ada)).invitations).toMatchObject([{ email, role: null }]);
  });
});

describe("the rights of a manager", () => {
  it("include publishing only with the creator's agreement, which is recorded", async () => {
    await add(editor, { kind: "manager", rights: ["review"] });
    expect((await change(editor, { rights: ["publish"] })).code).toBe("publish_agreement");
    expect((await change(editor, { rights: ["publish"], publishAgreement: "Yes" })).code).toBe(
      "publish_agreement",
    );
    const publishAgreement = publishAgreementText;
    const changed = await change(editor, { rights: ["review", "publish"], publishAgreement });
    expect(changed.data).toMatchObject({ rights: ["review", "publish"] });
    const { publishAgreementAt } = changed.data;
    expect(publishAgreementAt).not.toBeNull();
    app.setNow(after(new Date(), hour));
    const kept = await change(editor, { rights: ["publish"] });
    expect(kept.data).toMatchObject({ publishAgreementAt, rights: ["publish"] });
    const row = async () =>
      (
        await app.db
          .select()
          .from(teamMembers)
          .where(and(eq(teamMembers.creatorId, ada.user.id), eq(teamMembers.personId, editor.user.id)))
      )[0];
    expect(await row()).toMatchObject({ publishAgreement });
    expect((await change(editor, { rights: [] })).data.publishAgreementAt).toBeNull();
    expect(await row()).toMatchObject({ publishAgreement: null, publishAgreementAt: null });
  });

  it("keep the agreement of the invitation, and its time", async () => {
    const agreedAt = new Date();
    app.setNow(agreedAt);
    const publishing = { rights: ["publish" as const], publishAgreement: publishAgreementText };
    const { data } = await invite({ kind: "manager", username: editor.user.name, ...publishing });
    app.setNow(after(agreedAt, hour));
    await answer(editor, data.id, true);
    expect((await teamOf(ada)).members[0]?.publishAgreementAt).toBe(agreedAt.toISOString());
  });

  it("end at once when the member leaves or is removed, and while the creator is suspended", async () => {
    const publishing = { rights: ["publish" as const], publishAgreement: publishAgreementText };
    await add(editor, { kind: "manager", ...publishing });
    await add(other, { kind: "manager", ...publishing });
    expect(await rights(editor)).toMatchObject(["publish"]);
    const params = { personId: other.user.id };
    expect((await ada.call(teamEndpoints.removeMember, { params })).status).toBe(200);
    expect((await ada.call(teamEndpoints.removeMember, { params })).code).toBe("member_not_found");
    expect(await rights(other)).toBeNull();
    await app.run(null, (ctx) => suspendUser(ctx, ada.user.id));
    expect(await rights(editor)).toBeNull();
    await editor.call(teamEndpoints.leaveTeam, { params: { personId: ada.user.id } });
    expect((await teamsOf(editor)).teams).toEqual([]);
  });
});

describe("a member", () => {
  it("can be the default if they edit, instead of the one before", async () => {
    const second = await app.join(`noor${round}`, "EDITOR");
    await add(editor, { kind: "editor" });
    await add(second, { kind: "editor" });
    await add(other, { kind: "manager" });
    const ofOther = await invite({ kind: "editor", username: editor.user.name }, other);
    await answer(editor, ofOther.data.id, true);
    await change(editor, { isDefault: true }, other);
    await change(editor, { isDefault: true });
    await change(second, { isDefault: true });
    expect(await teamOf(other)).toMatchObject({ members: [{ isDefault: true }] });
    const { members } = await teamOf(ada);
    expect(members.filter(({ isDefault }) => isDefault).map(({ person }) => person.id)).toEqual([
      second.user.id,
    ]);
    expect((await change(other, { isDefault: true })).code).toBe("default_editor");
    expect((await change(editor, { rights: ["review"] })).code).toBe("rights_of_managers");
  });

  it("doesn't see the note about them", async () => {
    await add(editor, { kind: "editor" });
    expect((await change(editor, { note: "  Fast with colour. " })).data.note).toBe("Fast with colour.");
    expect(JSON.stringify(await teamsOf(editor))).not.toContain("colour");
    expect((await change(editor, { note: "x" }, other)).code).toBe("member_not_found");
  });
});

it("a manager reads the creator's notes about editors, and nobody else does", async () => {
  await add(editor, { kind: "editor" });
  await add(other, { kind: "manager" });
  await change(editor, { note: "Fast with colour." });
  await change(other, { note: "Travels a lot." });
  const second = await app.join(`olga${round}`, "YOUTUBER");
  const { data } = await invite({ kind: "manager", username: other.user.name }, second);
  await answer(other, data.id, true);
  const editorNotes = [{ person: { id: editor.user.id }, note: "Fast with colour." }];
  expect(await teamsOf(other)).toMatchObject({ teams: [{ editorNotes }, { editorNotes: [] }] });
  expect(JSON.stringify(await teamsOf(other))).not.toContain("Travels");
  expect(await teamsOf(editor)).toMatchObject({ teams: [{ editorNotes: [] }] });
  await app.run(null, (ctx) => suspendUser(ctx, ada.user.id));
  expect(await teamsOf(other)).toMatchObject({ teams: [{ editorNotes: [] }, { editorNotes: [] }] });
});

describe("the account of a creator or member", () => {
  it("takes memberships and invitations along when it is deleted", async () => {
    await add(editor, { kind: "editor" });
    await add(other, { kind: "manager", rights: ["review"] });
    await app.run(null, (ctx) => deleteAccountData(ctx, editor.user.id, null));
    expect((await teamOf(ada)).members.map(({ person }) => person.id)).toEqual([other.user.id]);
    const invited = await app.join(`noor${round}`, "EDITOR");
    await invite({ kind: "editor", username: invited.user.name });
    await app.run(null, (ctx) => deleteAccountData(ctx, ada.user.id, null));
    expect(await teamsOf(other)).toEqual({ teams: [], invitations: [] });
    expect(await teamsOf(invited)).toEqual({ teams: [], invitations: [] });
    expect(await app.db.$count(teamMembers, eq(teamMembers.creatorId, ada.user.id))).toBe(0);
  });

  it("has its part in the download, without what only the team sees", async () => {
    await add(editor, { kind: "manager", rights: ["publish"], publishAgreement: publishAgreementText });
    await change(editor, { note: "Fast with colour." });
    const read = (person: Person) => app.run(null, (ctx) => teamData.read(ctx, person.user.id));
    expect(await read(ada)).toMatchObject({
      members: [
        { member: editor.user.name, note: "Fast with colour.", publishAgreement: publishAgreementText },
      ],
      teams: [],
    });
    const own = await read(editor);
    expect(own).toMatchObject({ members: [], teams: [{ creator: ada.user.name, rights: ["publish"] }] });
    expect(JSON.stringify(own)).not.toContain("colour");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { profilePath } from "#core/paths.ts";
import { defaultSignInSettings, type SignInSettings } from "#core/sign-in-settings.ts";
import { after } from "#core/time.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { signUpEndpoints } from "#modules/sign-in/contract/sign-up.ts";
import { invitationLength, invitationLimits, keepInvitations } from "#modules/sign-in/rules/invitations.ts";
import { testOperator } from "#testing/composition.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { invitations } from "../tables.ts";
import { deleteOldInvitations } from "./queries.ts";

let app: TestApp;
let creator: Person;
const signIn: SignInSettings = { ...defaultSignInSettings };
const password = "long reels are long";
let users = 0;
const newEmail = () => `invited${(users += 1)}@example.com`;

beforeAll(async () => {
  app = await startApp({ signIn });
  creator = await app.join("inviter", "YOUTUBER");
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  Object.assign(signIn, defaultSignInSettings);
  app.setNow(null);
  await app.db.execute("delete from rate_limits where key like 'invitation%'");
});

const invite = (body: { email: string } | { name: string }, by: Person = creator) =>
  by.call(invitationEndpoints.invite, { body });
const open = (token: string, by = app.nobody) =>
  by.call(invitationEndpoints.openInvitation, { body: { token } });
const accept = (by: Person, token: string) =>
  by.call(invitationEndpoints.acceptInvitation, { body: { token } });
const signUp = (email: string, invitation?: string) =>
  app.nobody.call(passwordEndpoints.signup, {
    body: { email, password, role: "YOUTUBER", ...(invitation !== undefined && { invitation }) },
  });
const ownInvitations = async (of: Person) =>
  (await of.call(invitationEndpoints.invitations, { query: {} })).data;

/** The token of a link. */
async function linkFor(name = "Ana"): Promise<{ id: string; token: string }> {
  const { data } = await invite({ name });
  return { id: data.id, token: data.path?.split("#")[1] ?? "" };
}

/** The token that was emailed to an address last. */
async function emailedTo(email: string): Promise<string> {
  await app.work();
  const [mail] = await app.sandbox.mailTo(email);
  return /\/invitation#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

it("only those who are invited sign up without a role", async () => {
  const body = { email: newEmail(), password, role: "NORMAL" as const };
  const refused = await app.nobody.call(passwordEndpoints.signup, { body });
  expect(refused).toMatchObject({ status: 422, message: "Please select a role" });
});

describe("an invitation by link", () => {
  it("creates an account with its role, once", async () => {
    const { token, id } = await linkFor();
    expect((await open(token)).data).toMatchObject({
      state: "pending",
      inviter: { name: "inviter" },
      role: "EDITOR",
      maySignUp: true,
      acceptedPath: null,
    });
    const email = newEmail();
    expect((await signUp(email, token)).data).toMatchObject({ role: "EDITOR" });
    expect(await signUp(newEmail(), token)).toMatchObject({ status: 410, code: "invitation_accepted" });
    const shown = (await ownInvitations(creator)).find((invitation) => invitation.id === id);
    expect(shown).toMatchObject({
      name: "Ana",
      state: "accepted",
      path: null,
      acceptedBy: { role: "EDITOR" },
    });
  });

  it("is accepted once by concurrent requests", async () => {
    const { token } = await linkFor();
    const answers = await Promise.all([1, 2, 3, 4].map(() => signUp(newEmail(), token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
  });

  it("is accepted by an existing account with its role, and by no other", async () => {
    const { token } = await linkFor();
    const youtuber = await app.join("otherrole", "YOUTUBER");
    expect(await accept(youtuber, token)).toMatchObject({ status: 403, code: "invitation_role" });
    expect(await accept(creator, token)).toMatchObject({ status: 403, code: "invitation_own" });
    const editor = await app.join("existing", "EDITOR");
    expect(await accept(editor, token)).toMatchObject({
      status: 200,
      data: { path: profilePath(editor.user) },
    });
    expect((await open(token, editor)).data.acceptedPath).toBe(profilePath(editor.user));
    expect((await open(token, youtuber)).data.acceptedPath).toBeNull();
  });

  it("can't be used while its inviter is suspended, and works again afterwards", async () => {
    const inviter = await app.join("suspendedinviter", "YOUTUBER");
    const { data } = await invite({ name: "Ana" }, inviter);
    const token = data.path?.split("#")[1] ?? "";
    const editor = await app.join("invitedbysuspended", "EDITOR");
    const suspend = (suspendedAt: Date | null) =>
      app.run(null, (ctx) => administerPerson(ctx, inviter.user.id, { suspendedAt }));
    const email = newEmail();
    await invite({ email }, inviter);
    await suspend(new Date());
    expect(await accept(editor, token)).toMatchObject({ status: 403, code: "invitation_suspended" });
    expect(await signUp(newEmail(), token)).toMatchObject({ status: 403, code: "invitation_suspended" });
    expect((await open(token)).data).toMatchObject({ state: "pending", inviter: { suspended: true } });
    expect(await emailedTo(email)).toBe("");
    await suspend(null);
    expect(await accept(editor, token)).toMatchObject({ status: 200 });
  });

  it("isn't accepted by a user whom the inviter has blocked", async () => {
    const { token } = await linkFor();
    const editor = await app.join("blocked", "EDITOR");
    await creator.call(peopleEndpoints.blockUser, {
      params: { id: editor.user.id },
      body: { blocked: true },
    });
    expect(await accept(editor, token)).toMatchObject({ status: 403, code: "invitation_blocked" });
  });

  it("can't be guessed or used after 7 days or a revocation", async () => {
    const { token, id } = await linkFor();
    const [other] = token.split(".");
    for (const wrong of [`${other}.${"A".repeat(43)}`, `${token}x`, "nothing", id, ""]) {
      expect(await open(wrong)).toMatchObject({ status: 404, code: "invitation_unknown" });
      expect(await signUp(newEmail(), wrong)).toMatchObject({ status: 404 });
    }
    app.setNow(after(new Date(), invitationLength + 1));
    expect((await open(token)).data.state).toBe("expired");
    expect(await signUp(newEmail(), token)).toMatchObject({ status: 410, code: "invitation_expired" });
    app.setNow(null);
    const stranger = await app.join("stranger", "YOUTUBER");
    const revoke = (by: Person) => by.call(invitationEndpoints.revokeInvitation, { params: { id } });
    expect(await revoke(stranger)).toMatchObject({ status: 404 });
    expect((await revoke(creator)).data).toMatchObject({ state: "revoked", path: null });
    expect(await signUp(newEmail(), token)).toMatchObject({ status: 410, code: "invitation_revoked" });
  });
});

describe("an invitation by email", () => {
  it("works for its address only, which it confirms, and is never shown to the inviter", async () => {
    const email = newEmail();
    const { data } = await invite({ email });
    expect(data).toMatchObject({ email, name: email, path: null });
    const token = await emailedTo(email);
    expect(await signUp(newEmail(), token)).toMatchObject({ status: 403, code: "invitation_email" });
    const other = await app.join("otheraddress", "EDITOR");
    expect(await accept(other, token)).toMatchObject({ status: 403, code: "invitation_email" });
    expect((await signUp(email, token)).status).toBe(200);
    const rows = await app.db.execute(`select email_verified from people where email = '${email}'`);
    expect(rows.rows).toEqual([{ email_verified: true }]);
    expect((await open(token)).data).toMatchObject({ hasAccount: true });
  });

  it("is sent again instead of invited twice", async () => {
    const email = newEmail();
    const first = await invite({ email });
    const again = await invite({ email });
    expect(again.data.id).toBe(first.data.id);
    await app.work();
    expect(await app.sandbox.mailTo(email)).toHaveLength(2);
  });

  it("is limited for each user and each address", async () => {
    const email = newEmail();
    const { byPerson, byEmail } = invitationLimits;
    for (let sent = 0; sent < byEmail.attempts; sent += 1) expect((await invite({ email })).status).toBe(200);
    expect(await invite({ email })).toMatchObject({ status: 429 });
    const flooding = await app.join("flooding", "YOUTUBER");
    const answers = await Promise.all(
      Array.from({ length: byPerson.attempts + 3 }, (_, number) => invite({ name: `n${number}` }, flooding)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

describe("a server that needs invitations", () => {
  it("accepts invited people only, and operators with a link that proves their address", async () => {
    signIn.signUp = "invitation";
    expect(await signUp(newEmail())).toMatchObject({ status: 403, code: "sign_up_invitation" });
    const { token } = await linkFor();
    expect((await signUp(newEmail(), token)).status).toBe(200);
    expect(await signUp(testOperator)).toMatchObject({ status: 403, code: "sign_up_link" });
    const request = (email: string) =>
      app.nobody.call(signUpEndpoints.requestSignUpLink, { body: { email } });
    const stranger = newEmail();
    const answers = [await request(testOperator), await request(stranger)];
    expect(answers.map(({ status, message }) => ({ status, message }))).toEqual([
      { status: 200, message: "Check your inbox." },
      { status: 200, message: "Check your inbox." },
    ]);
    const sent = await emailedTo(testOperator);
    expect(await app.sandbox.mailTo(stranger)).toEqual([]);
    expect((await open(sent)).data).toMatchObject({ purpose: "sign_up", inviter: null, role: null });
    expect((await signUp(testOperator, sent)).data).toMatchObject({ role: "YOUTUBER" });
  });

  it("creates no accounts and no invitations while sign-up is closed", async () => {
    const { token } = await linkFor();
    signIn.signUp = "closed";
    expect(await signUp(newEmail(), token)).toMatchObject({ status: 403, code: "sign_up_closed" });
    expect((await open(token)).data.maySignUp).toBe(false);
    expect(await invite({ name: "Ana" })).toMatchObject({ status: 409, code: "invitation_closed" });
    const editor = await app.join("before", "EDITOR").catch(() => null);
    expect(editor).toBeNull();
  });
});

it("invitations are in the data of both users, and deleted with the inviter's account", async () => {
  const leaving = await app.join("leaving", "YOUTUBER");
  const { data } = await invite({ name: "Ana" }, leaving);
  const token = data.path?.split("#")[1] ?? "";
  const editor = await app.join("joined", "EDITOR");
  await accept(editor, token);
  const pending = await invite({ name: "Ben" }, leaving);
  const download = async (of: Person) =>
    (await of.call(accountDeletionEndpoints.downloadData, {})).data["signIn"];
  expect(await download(leaving)).toMatchObject({ invitations: [{ name: "Ben" }, { name: "Ana" }] });
  expect(await download(editor)).toMatchObject({ acceptedInvitations: [{ name: "Ana" }], invitations: [] });
  await leaving.call(accountDeletionEndpoints.deleteAccount, {
    body: { password: "leaving likes long reels" },
  });
  const left = await app.db.select().from(invitations);
  expect(left.filter(({ inviterId }) => inviterId === leaving.user.id)).toEqual([]);
  expect(await open(pending.data.path?.split("#")[1] ?? "")).toMatchObject({ status: 404 });
});

it("old invitations are deleted", async () => {
  const { id } = await linkFor();
  app.setNow(after(new Date(), invitationLength + keepInvitations + 1000));
  await app.run(null, (ctx) => deleteOldInvitations(ctx.tx, after(ctx.now, -keepInvitations)));
  const rows = await app.db.select().from(invitations);
  expect(rows.map((row) => row.id)).not.toContain(id);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { after } from "#core/time.ts";
import { operatorInvitationEndpoints as endpoints } from "#modules/operators/contract/invitations.ts";
import { operatorLogEndpoints } from "#modules/operators/contract/log.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { invitationLength } from "#modules/sign-in/rules/invitations.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("invitations for operators", () => {
  let app: TestApp;
  let olga: Person;
  let meera: Person;

  beforeAll(async () => {
    app = await startApp();
    olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
    meera = await app.join("meera", "YOUTUBER");
  });
  afterAll(async () => app?.stop());

  const invite = (body: { invitee: { email: string } | { name: string }; role: "EDITOR" | "YOUTUBER" }) =>
    olga.call(endpoints.inviteUser, { body });
  const list = (query: { filter?: "all" | "pending" } = {}) =>
    olga.call(endpoints.administeredInvitations, { query });
  const signUp = (email: string, path: string | null | undefined) =>
    app.nobody.call(passwordEndpoints.signup, {
      body: {
        email,
        password: "long reels are long",
        role: "EDITOR",
        invitation: path?.split("#")[1] ?? "",
      },
    });

  it("create accounts with the role of the operator, by link and by email", async () => {
    expect((await invite({ invitee: { name: "Rosa" }, role: "YOUTUBER" })).status).toBe(200);
    const [link] = (await list()).data;
    expect(link).toMatchObject({ name: "Rosa", email: null, state: "pending", inviter: { name: "olga" } });
    expect((await signUp("rosa@example.com", link?.path)).data).toMatchObject({ role: "YOUTUBER" });
    expect((await list()).data[0]).toMatchObject({
      state: "accepted",
      path: null,
      acceptedBy: { name: "rosa" },
    });

    await invite({ invitee: { email: "theo@example.com" }, role: "EDITOR" });
    const [emailed] = (await list()).data;
    expect(emailed).toMatchObject({ email: "theo@example.com", role: "EDITOR", path: null });
    await app.work();
    const [mail] = await app.sandbox.mailTo("theo@example.com");
    expect((await signUp("theo@example.com", /\/invitation(#\S+)/.exec(mail?.text ?? "")?.[1])).status).toBe(
      200,
    );
  });

  it("are separate for each role, and repeated for the same one", async () => {
    const invitee = { email: "both@example.com" };
    for (const role of ["EDITOR", "YOUTUBER", "YOUTUBER"] as const) await invite({ invitee, role });
    const sent = (await list({ filter: "pending" })).data.filter(({ email }) => email === invitee.email);
    expect(sent.map(({ role }) => role)).toEqual(["YOUTUBER", "EDITOR"]);
  });

  it("are refused to the email of an account, with where to find it; creators don't learn of it", async () => {
    const before = (await list()).data.length;
    const refused = await app.app.inject({
      method: "POST",
      url: "/api/v1/admin/invitations",
      headers: { cookie: olga.cookie },
      payload: { invitee: { email: "Meera@Example.com" }, role: "EDITOR" },
    });
    expect(refused.statusCode).toBe(409);
    const message = expect.stringContaining("Find it under Users");
    expect(refused.json()).toMatchObject({ code: "has_account", issues: [{ path: "invitee", message }] });
    expect((await list()).data).toHaveLength(before);
    const byCreator = await meera.call(invitationEndpoints.invite, { body: { email: "olga@example.com" } });
    expect(byCreator.status).toBe(200);
  });

  it("show neither links nor names of others, and are revoked by operators", async () => {
    const created = await meera.call(invitationEndpoints.invite, { body: { name: "A secret name" } });
    const [shown] = (await list()).data;
    const inviter = { name: "meera", suspended: false };
    expect(shown).toMatchObject({ id: created.data.id, name: null, path: null, inviter });
    const suspend = (suspendedAt: Date | null) =>
      app.run(null, (ctx) => administerPerson(ctx, meera.user.id, { suspendedAt }));
    await suspend(new Date());
    expect((await list()).data[0]).toMatchObject({ inviter: { name: "meera", suspended: true } });
    await suspend(null);
    const revoke = () =>
      olga.call(endpoints.revokeAnyInvitation, { params: { invitationId: created.data.id } });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(200);
    expect(await signUp("late@example.com", created.data.path)).toMatchObject({
      status: 410,
      code: "invitation_revoked",
    });
    const { data: log } = await olga.call(operatorLogEndpoints.log, { query: { limit: 2 } });
    expect(log).toMatchObject([
      {
        action: "revoke_invitation",
        by: { name: "olga" },
        subject: { name: "meera" },
        invitation: { email: null, role: "EDITOR" },
      },
      { action: "invite", by: { name: "olga" }, invitation: { email: "both@example.com", role: "YOUTUBER" } },
    ]);
    const params = { invitationId: crypto.randomUUID() };
    expect(await olga.call(endpoints.revokeAnyInvitation, { params })).toMatchObject({
      status: 404,
      code: "invitation_unknown",
    });
  });

  it("are listed page by page, the newest first, and those that have expired are not pending", async () => {
    const all = (await list()).data.map(({ id }) => id);
    const pageAfter = async (query: string) => {
      const url = `/api/v1/admin/invitations?limit=2${query}`;
      const response = await app.app.inject({ url, headers: { cookie: olga.cookie } });
      return response.json<{ data: { id: string }[]; nextCursor: string | null }>();
    };
    const first = await pageAfter("");
    const second = await pageAfter(`&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 4));
    app.setNow(after(new Date(), 2 * invitationLength));
    expect((await list({ filter: "pending" })).data).toEqual([]);
    app.setNow(null);
  });

  it("need an address or a name", async () => {
    expect((await invite({ invitee: { email: "not an address" }, role: "EDITOR" })).status).toBe(422);
  });
});

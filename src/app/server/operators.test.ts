import type { AddressInfo } from "node:net";

import { eq } from "drizzle-orm";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { mediaEndpoints } from "#modules/media/contract/videos.ts";
import { operatorLogEndpoints } from "#modules/operators/contract/log.ts";
import { operatorUserEndpoints as endpoints } from "#modules/operators/contract/users.ts";
import { runUserCommand } from "#modules/operators/server/public/command.ts";
import { people } from "#modules/people/server/tables.ts";
import { accountLinkEndpoints } from "#modules/sign-in/contract/account-links.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("an operator", () => {
  let app: TestApp;
  let olga: Person;
  let url: string;

  beforeAll(async () => {
    app = await startApp({ work: true });
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
  });
  afterAll(async () => app?.stop());

  const credentials = (name: string) => ({
    email: `${name}@example.com`,
    password: `${name} likes long reels`,
  });
  const logIn = (name: string) => app.nobody.call(passwordEndpoints.login, { body: credentials(name) });
  const of = ({ user }: Person) => ({ params: { personId: user.id } });
  const command = (
    name: "suspend" | "restore" | "make-operator" | "remove-operator" | "login-link" | "reset-password",
    email: string,
  ) =>
    app.run(null, (ctx) =>
      runUserCommand(ctx, { command: name, email, confirmEmail: false, appUrl: "https://reelay.example" }),
    );

  /** Connects a browser of the user; `ended` resolves when the server disconnects it. */
  async function connect({ user }: Person) {
    const socket = io(url, {
      transports: ["websocket"],
      auth: { token: user.socketToken },
      forceNew: true,
      reconnection: false,
    });
    await new Promise<void>((resolve, reject) => {
      socket.on("connect", resolve);
      socket.on("connect_error", reject);
    });
    return { socket, ended: new Promise((resolve) => socket.once("disconnect", resolve)) };
  }

  it("is named in the answer to check-auth once the email is confirmed", async () => {
    expect(olga.user.operator).toBe(false);
    expect((await olga.call(sessionEndpoints.checkAuth, {})).data.operator).toBe(true);
  });

  it("suspends a user: sessions and sockets end, logins are refused, until the account is restored", async () => {
    const meera = await app.join("meera", "YOUTUBER");
    const { ended } = await connect(meera);
    expect((await olga.call(endpoints.suspendUser, of(meera))).status).toBe(200);
    await ended;
    expect(await meera.call(sessionEndpoints.checkAuth, {})).toMatchObject({
      status: 401,
      code: "suspended",
      message:
        "Your account was suspended, so you were logged out. Ask the operators of this server to restore it.",
    });
    expect(await logIn("meera")).toMatchObject({ status: 403, code: "account_suspended" });
    await olga.call(endpoints.restoreUser, of(meera));
    expect((await meera.call(sessionEndpoints.checkAuth, {})).code).toBe("ended_by_operator");
    expect((await logIn("meera")).status).toBe(200);
  });

  it("ends the sessions of a user, whose browsers learn it from every call that needs a session", async () => {
    const lina = await app.join("lina", "EDITOR");
    const { ended } = await connect(lina);
    await olga.call(endpoints.endUserSessions, of(lina));
    await ended;
    for (const endpoint of [sessionEndpoints.checkAuth, sessionEndpoints.sessions]) {
      expect(await lina.call(endpoint, {})).toMatchObject({ status: 401, code: "ended_by_operator" });
    }
    expect((await lina.call(passwordEndpoints.login, { body: credentials("lina") })).status).toBe(200);
  });

  it("suspends a user with the command, which ends the sockets of running servers", async () => {
    const noor = await app.join("noor", "EDITOR");
    const { ended } = await connect(noor);
    await command("suspend", "Noor@Example.com");
    await ended;
    expect((await logIn("noor")).status).toBe(403);
    await command("restore", "noor@example.com");
    expect((await logIn("noor")).status).toBe(200);
  });

  it("makes the review links and media addresses of a suspended creator unreachable, but not those of the editor", async () => {
    const [creator, editor] = [await app.join("jonas", "YOUTUBER"), await app.join("anika", "EDITOR")];
    const fields = {
      taskTitle: "Harbour",
      workDescription: "Cut.",
      deadline: "2027-01-31",
      assignedTo: "anika",
    };
    const { data: task } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
    await addVersionInReview(app.db, { taskId: task.id, editorId: editor.user.id });
    const { data: link } = await creator.call(guestLinkEndpoints.createGuestLink, {
      params: { id: task.id },
      body: { mayComment: true, mayDownload: true },
    });
    const params = { linkId: link.id };
    const body = { secret: link.path?.split("#")[1] ?? "", name: "Anna" };
    const opened = await app.nobody.call(guestEndpoints.openGuestLink, { params, body });
    const guest = createClient(inProcess(app.app), opened.cookie ?? "");
    expect((await guest.call(guestEndpoints.guestPreview, { params })).status).toBe(200);
    await olga.call(endpoints.suspendUser, of(creator));
    expect((await guest.call(guestEndpoints.guestPreview, { params })).status).toBe(401);
    expect((await app.nobody.call(guestEndpoints.openGuestLink, { params, body })).status).toBe(410);
    expect((await editor.call(sessionEndpoints.checkAuth, {})).status).toBe(200);
    await olga.call(endpoints.restoreUser, of(creator));
    expect((await guest.call(guestEndpoints.guestPreview, { params })).status).toBe(200);
  });

  it("can't suspend or delete their own account", async () => {
    for (const endpoint of [endpoints.suspendUser, endpoints.deleteUser, endpoints.endUserSessions]) {
      expect(await olga.call(endpoint, of(olga))).toMatchObject({ status: 409, code: "own_account" });
    }
  });

  it("finds users by parts of name and email, and sees their quota", async () => {
    const sunil = await app.join("sunil.rao", "EDITOR");
    const found = async (search: string) =>
      (await olga.call(endpoints.users, { query: { search } })).data.map(({ id }) => id);
    for (const text of ["nil.r", "sunil.rao@EXAMPLE", "Sunil.Rao@example.com", String(sunil.user.id)])
      expect(await found(text)).toEqual([sunil.user.id]);
    expect(await found("%%%")).toEqual([]);
    expect(await found("ni")).toEqual([]);
    await olga.call(endpoints.setUserQuota, { ...of(sunil), body: { quotaBytes: 5_000_000 } });
    expect((await sunil.call(mediaEndpoints.storage, {})).data.quotaBytes).toBe(5_000_000);
    expect((await olga.call(endpoints.users, { query: { search: "sunil" } })).data[0]).toMatchObject({
      quotaBytes: 5_000_000,
      ownQuota: true,
      openTasks: 0,
      suspendedAt: null,
    });
  });

  it("deletes an account as its user can", async () => {
    const target = await app.join("delia", "EDITOR");
    expect((await olga.call(endpoints.deleteUser, of(target))).status).toBe(200);
    expect((await target.call(sessionEndpoints.checkAuth, {})).status).toBe(401);
    expect((await olga.call(endpoints.users, { query: { search: "delia" } })).data).toEqual([]);
    expect((await olga.call(endpoints.suspendUser, of(target))).status).toBe(404);
  });

  it("is made with the command if the email is confirmed, and logs in with its link once", async () => {
    const lena = await app.join("lena", "EDITOR");
    await expect(command("make-operator", "lena@example.com")).rejects.toThrow("isn't confirmed");
    await expect(command("make-operator", "nobody@example.com")).rejects.toThrow("No account has the email");
    await app.confirmEmail(lena);
    await command("make-operator", "lena@example.com");
    expect((await lena.call(endpoints.users, { query: {} })).status).toBe(200);
    const [, address = ""] = await command("login-link", "lena@example.com");
    const token = address.split("#")[1] ?? "";
    expect(address).toBe(`https://reelay.example/auth/link#${token}`);
    const open = () => app.nobody.call(accountLinkEndpoints.openAccountLink, { body: { token } });
    expect((await open()).data).toMatchObject({
      kind: "login",
      user: { email: "lena@example.com", operator: true },
    });
    expect(await open()).toMatchObject({ status: 410, code: "link_invalid" });
  });

  it("is made and removed with the command, which says what is in the way", async () => {
    const rosa = await app.join("rosa", "EDITOR");
    await app.confirmEmail(rosa);
    await command("suspend", "rosa@example.com");
    for (const name of ["make-operator", "login-link"] as const) {
      await expect(command(name, "rosa@example.com")).rejects.toThrow(
        "rosa@example.com is suspended. Run `npm run user -- restore rosa@example.com` first.",
      );
    }
    await command("restore", "rosa@example.com");
    await command("make-operator", "rosa@example.com");
    await command("remove-operator", "rosa@example.com");
    expect((await rosa.call(endpoints.users, { query: {} })).status).toBe(404);
    const remove =
      "OPERATOR_EMAILS names olga@example.com, so it stays an operator. Remove the address there and restart Reelay";
    await expect(command("remove-operator", "olga@example.com")).rejects.toThrow(`${remove}.`);
    await command("make-operator", "olga@example.com");
    await expect(command("remove-operator", "olga@example.com")).rejects.toThrow(
      `${remove}, then run this command again.`,
    );
    const change = { emailVerified: false, operator: false };
    await app.db.update(people).set(change).where(eq(people.email, "olga@example.com"));
    await expect(command("remove-operator", "olga@example.com")).rejects.toThrow(
      "OPERATOR_EMAILS names olga@example.com, so it becomes an operator once it is confirmed.",
    );
    await app.confirmEmail(olga);
  });

  it("sends a password reset, whose link sets a new password", async () => {
    const tess = await app.join("tess", "EDITOR");
    expect((await olga.call(endpoints.sendPasswordReset, of(tess))).status).toBe(200);
    await app.idle();
    const [, address = ""] = await command("reset-password", "tess@example.com");
    const body = { token: address.split("#")[1] ?? "" };
    const opened = await app.nobody.call(accountLinkEndpoints.openAccountLink, { body });
    expect(opened.data).toEqual({ kind: "reset_password", email: "tess@example.com" });
    const browser = createClient(inProcess(app.app), opened.cookie ?? "");
    const password = "a wholly other reel";
    const reset = { email: "tess@example.com", password };
    expect((await browser.call(passwordEndpoints.resetPassword, { body: reset })).status).toBe(200);
    expect((await app.nobody.call(passwordEndpoints.login, { body: reset })).status).toBe(200);
  });

  it("finds every action in the log, with who did it to whom", async () => {
    const pia = await app.join("pia", "EDITOR");
    await olga.call(endpoints.suspendUser, of(pia));
    await command("restore", "pia@example.com");
    const { data } = await olga.call(operatorLogEndpoints.log, { query: { limit: 2 } });
    const subject = { id: pia.user.id, name: "pia" };
    expect(data).toMatchObject([
      { action: "restore", by: null, subject },
      { action: "suspend", by: { id: olga.user.id, name: "olga" }, subject },
    ]);
  });
});

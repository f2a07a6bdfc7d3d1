import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { after, hour, minute } from "#core/time.ts";
import { operatorUserEndpoints } from "#modules/operators/contract/users.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { people } from "#modules/people/server/tables.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { type Client, createClient, inProcess } from "#testing/client.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

const { generateOtp, verifyOtp, resetPassword } = passwordEndpoints;
const { changePassword, credentials } = passwordEndpoints;
const { confirmEmail, sendEmailCode } = emailCodeEndpoints;
const { checkAuth } = sessionEndpoints;
const { login } = passwordEndpoints;
const refused = { status: 400, code: "code_refused", message: "Invalid or expired OTP. generate a new one." };

let app: TestApp;
let now = new Date();
let count = 0;

beforeAll(async () => {
  app = await startApp({ work: true });
  app.setNow(now);
});
afterAll(async () => app?.stop());
// Resets the rate limits.
beforeEach(() => {
  advance(hour);
});

function advance(milliseconds: number): void {
  now = after(now, milliseconds);
  app.setNow(now);
}

/** A new user with the password that `startApp` sets. */
async function newUser(): Promise<Person & { email: string; password: string }> {
  count += 1;
  const name = `mira${count}`;
  const person = await app.join(name, "EDITOR");
  return { ...person, email: `${name}@example.com`, password: `${name} likes long reels` };
}

async function lastMail(to: string) {
  await app.idle();
  const mails = await app.sandbox.mailTo(to);
  return { count: mails.length, newest: mails[0] };
}

async function codeMailedTo(email: string): Promise<string> {
  await app.idle();
  // The newest email may belong to an earlier change, since emails are sent concurrently.
  const codes = (await app.sandbox.mailTo(email)).map(({ text }) => /^ {4}(\w{4})$/m.exec(text)?.[1]);
  const code = codes.find((found) => found !== undefined);
  if (!code) throw new Error("No code was mailed.");
  return code;
}

async function ask(email: string): Promise<string> {
  const { status, message } = await app.nobody.call(generateOtp, { body: { email } });
  expect({ status, message }).toEqual({ status: 200, message: generateOtp.message });
  return codeMailedTo(email);
}

/** A browser that has verified the code. */
async function verifiedBrowser(email: string): Promise<Client> {
  const { cookie } = await app.nobody.call(verifyOtp, { body: { email, otp: await ask(email) } });
  return createClient(inProcess(app.app), cookie);
}

const wrong = (code: string) => [...code].map((letter) => (letter === "2" ? "3" : "2")).join("");

describe("a forgotten password", () => {
  it("can be reset with an emailed code, in upper or lower case", async () => {
    const mira = await newUser();
    await mira.call(peopleEndpoints.setTimeZone, { body: { timeZone: "Asia/Kolkata" } });
    const otp = (await ask(mira.email)).toLowerCase();
    const verified = await app.nobody.call(verifyOtp, { body: { email: mira.email, otp } });
    expect(verified).toMatchObject({ status: 200, message: "OTP verified successfully." });
    const given = verified.headers.getSetCookie()[0];
    expect(given).toMatch(
      /^reelay_reset_password=[\w-]{43}; Max-Age=600; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    );
    const browser = createClient(inProcess(app.app), verified.cookie);
    const body = { email: mira.email, password: "a new reel every day" };
    const changed = await browser.call(resetPassword, { body });
    expect(changed).toMatchObject({ status: 200, message: "Password changed successfully." });
    expect((await app.nobody.call(login, { body })).status).toBe(200);
    const old = { email: mira.email, password: mira.password };
    expect((await app.nobody.call(login, { body: old })).status).toBe(401);
    expect((await lastMail(mira.email)).newest).toMatchObject({
      subject: "Your password was changed · Reelay",
      text: expect.stringContaining("GMT+5:30"),
    });
    expect((await browser.call(resetPassword, { body })).code).toBe("reset_expired");
  });

  it("sends an email with the code, its purpose, its expiry and advice for unrequested codes", async () => {
    const mira = await newUser();
    const code = await ask(mira.email);
    const { newest } = await lastMail(mira.email);
    expect(newest?.subject).toBe("Your password reset code · Reelay");
    for (const part of [newest?.text, newest?.html]) {
      expect(part).toContain(code);
      expect(part).toContain("It expires in 2 minutes.");
      expect(part).toMatch(/If you didn(&#39;|')t request this, ignore this email/);
      // Unlike notifications, emails about the account can't be ended.
      expect(part).not.toMatch(/unsubscribe/i);
    }
  });

  it("rejects wrong, expired, used and unknown codes with the same message", async () => {
    const mira = await newUser();
    const guess = (otp: string, email = mira.email) => app.nobody.call(verifyOtp, { body: { email, otp } });
    const code = await ask(mira.email);
    expect(await guess(wrong(code))).toMatchObject(refused);
    expect(await guess(code, "unknown@example.com")).toMatchObject(refused);
    advance(2 * minute);
    expect(await guess(code)).toMatchObject(refused);
    const next = await ask(mira.email);
    expect((await guess(next)).status).toBe(200);
    expect(await guess(next)).toMatchObject(refused);
  });

  it("invalidates the code after five wrong attempts", async () => {
    const mira = await newUser();
    const code = await ask(mira.email);
    for (let at = 0; at < 5; at += 1) {
      const body = { email: mira.email, otp: wrong(code) };
      expect(await app.nobody.call(verifyOtp, { body })).toMatchObject(refused);
    }
    expect(await app.nobody.call(verifyOtp, { body: { email: mira.email, otp: code } })).toMatchObject(
      refused,
    );
  });

  it.each(["", "12", "12345", "12 4", "äöüß"])("rejects %j as a code", async (otp) => {
    const answer = await app.nobody.call(verifyOtp, { body: { email: "mira@example.com", otp } });
    expect(answer).toMatchObject({ status: 422, message: "Please enter a valid OTP." });
  });

  it("can be reset only by the browser that entered the code, for that account, within ten minutes", async () => {
    const [mira, other] = [await newUser(), await newUser()];
    const browser = await verifiedBrowser(mira.email);
    const body = { email: mira.email, password: "a new reel every day" };
    expect(await app.nobody.call(resetPassword, { body })).toMatchObject({
      status: 409,
      code: "reset_expired",
    });
    const theirs = { ...body, email: other.email };
    expect(await browser.call(resetPassword, { body: theirs })).toMatchObject({ code: "reset_expired" });
    const common = await browser.call(resetPassword, { body: { ...body, password: "iloveyou" } });
    expect(common).toMatchObject({ status: 422, code: "common_password" });
    expect((await browser.call(resetPassword, { body })).status).toBe(200);
    const late = await verifiedBrowser(mira.email);
    advance(10 * minute);
    expect(await late.call(resetPassword, { body })).toMatchObject({ code: "reset_expired" });
  });

  it("ends all sessions of the account and of no other", async () => {
    const [mira, other] = [await newUser(), await newUser()];
    const browser = await verifiedBrowser(mira.email);
    await browser.call(resetPassword, { body: { email: mira.email, password: "a new reel every day" } });
    expect((await mira.call(checkAuth, {})).status).toBe(401);
    expect((await other.call(checkAuth, {})).status).toBe(200);
  });

  it("responds to unknown and known email addresses alike", async () => {
    const mira = await newUser();
    const seen = async (email: string) => {
      const asked = await app.nobody.call(generateOtp, { body: { email } });
      await app.idle();
      const guessed = await app.nobody.call(verifyOtp, { body: { email, otp: "2222" } });
      return [asked, guessed].map(({ status, message, code, headers }) => ({
        status,
        message,
        code,
        headers: [...headers.entries()].filter(([name]) => name !== "x-request-id" && name !== "date"),
      }));
    };
    expect(await seen("unknown@example.com")).toEqual(await seen(mira.email));
    expect((await lastMail("unknown@example.com")).count).toBe(0);
  });
});

describe("changing the own password and email", () => {
  it("needs the current password, ends the other sessions and gives this one a new token", async () => {
    const mira = await newUser();
    const { email, password: current } = mira;
    const elsewhere = await app.nobody.call(login, { body: { email, password: current } });
    const wrongOne = { current: "not this one", password: "a new reel every day" };
    expect(await mira.call(changePassword, { body: wrongOne })).toMatchObject({
      status: 422,
      code: "wrong_password",
    });
    const body = { current, password: "a new reel every day" };
    const changed = await mira.call(changePassword, { body });
    expect(changed.status).toBe(200);
    const here = createClient(inProcess(app.app), changed.cookie);
    expect((await here.call(checkAuth, {})).status).toBe(200);
    expect((await mira.call(checkAuth, {})).code).toBe("unauthenticated");
    const other = await createClient(inProcess(app.app), elsewhere.cookie).call(checkAuth, {});
    expect(other).toMatchObject({ status: 401, code: "password_changed" });
    expect((await lastMail(email)).newest?.subject).toBe("Your password was changed · Reelay");
  });

  it("sets a first password with an emailed code", async () => {
    const mira = await newUser();
    await app.db.update(people).set({ passwordHash: null }).where(eq(people.id, mira.user.id));
    const { data } = await mira.call(credentials, {});
    expect(data).toEqual({ email: mira.email, emailVerified: false, hasPassword: false });
    const guessed = { current: mira.password, password: "a new reel every day" };
    expect(await mira.call(changePassword, { body: guessed })).toMatchObject({
      status: 409,
      code: "no_password",
      message: "You don't have a password yet. Set one with an emailed code.",
    });
    const body = { email: data.email, password: "a new reel every day" };
    expect((await app.nobody.call(login, { body })).status).toBe(401);
    const otp = await ask(data.email);
    const verified = await mira.call(verifyOtp, { body: { email: data.email, otp } });
    const browser = createClient(inProcess(app.app), `${mira.cookie}; ${verified.cookie}`);
    expect((await browser.call(resetPassword, { body })).status).toBe(200);
    expect(await browser.call(checkAuth, {})).toMatchObject({ status: 401, code: "password_changed" });
    const back = await app.nobody.call(login, { body });
    const again = await createClient(inProcess(app.app), back.cookie).call(credentials, {});
    expect(again.data).toEqual({ email: mira.email, emailVerified: true, hasPassword: true });
  });

  it("limits password attempts of a session", async () => {
    const mira = await newUser();
    const body = { current: "not this one", password: "a new reel every day" };
    const guess = () => mira.call(changePassword, { body });
    const tries = await Promise.all(Array.from({ length: 12 }, guess));
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it("confirms a new email with a code that is valid for nothing else", async () => {
    const mira = await newUser();
    expect((await mira.call(credentials, {})).data).toEqual({
      email: mira.email,
      emailVerified: false,
      hasPassword: true,
    });
    await mira.call(sendEmailCode, {});
    const otp = await codeMailedTo(mira.email);
    expect(await app.nobody.call(verifyOtp, { body: { email: mira.email, otp } })).toMatchObject(refused);
    expect((await mira.call(confirmEmail, { body: { otp } })).status).toBe(200);
    expect((await mira.call(credentials, {})).data.emailVerified).toBe(true);
    expect((await mira.call(sendEmailCode, {})).code).toBe("email_confirmed");
  });
});

describe("a server that sends no email", () => {
  let silent: TestApp;

  beforeAll(async () => {
    silent = await startApp({ mail: null });
  });
  afterAll(async () => silent?.stop());

  it("reports so wherever a code is requested, for every email alike", async () => {
    const mira = await silent.join("mira", "EDITOR");
    const answers = [
      await silent.nobody.call(generateOtp, { body: { email: "mira@example.com" } }),
      await silent.nobody.call(generateOtp, { body: { email: "unknown@example.com" } }),
      await mira.call(sendEmailCode, {}),
      await mira.call(accountDeletionEndpoints.sendDeletionCode, {}),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 409,
        code: "no_mail",
        message: "This server doesn't send email, so it can't send you a code. Contact its operator.",
      });
    }
  });

  it("says to operators what to do instead of sending a password reset", async () => {
    const [olga, nino] = [await silent.join("olga", "YOUTUBER"), await silent.join("nino", "EDITOR")];
    await silent.db
      .update(people)
      .set({ operator: true, emailVerified: true })
      .where(eq(people.id, olga.user.id));
    const params = { personId: nino.user.id };
    expect(await olga.call(operatorUserEndpoints.sendPasswordReset, { params })).toMatchObject({
      status: 409,
      message: expect.stringContaining("npm run user -- reset-password"),
    });
  });
});

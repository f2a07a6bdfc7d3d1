import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { logInPath, resetPasswordPath, settingsPath, signUpPath, verifyCodePath } from "#core/paths.ts";
import { second } from "#core/time.ts";
import { codeError, emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { passwordEndpoints, passwordError } from "#modules/sign-in/contract/passwords.ts";
import { signInError } from "#modules/sign-in/contract/sign-in.ts";
import { ConnectionLost } from "#testing/web/fake-api.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika } from "#testing/web/samples.ts";

const { generateOtp, verifyOtp, resetPassword, changePassword, credentials } = passwordEndpoints;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const code = field("One-time code");
const refused = page.getByText("Invalid or expired OTP. generate a new one.");
const sent = page.getByText("OTP sent to your email. Please check your inbox.");

async function enter(typed: string, submit = "Verify"): Promise<void> {
  await code.fill(typed);
  await button(submit).click();
}

async function paste(text: string): Promise<void> {
  await code.click();
  const data = new DataTransfer();
  data.setData("text/plain", text);
  code.element().dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}

/** The login of a visitor who has asked for a code, on a server that accepts one code. */
async function askForCode() {
  const screen = await startScreen(null);
  const { api, open } = screen;
  const requests = api.on(generateOtp, () => null);
  const tries = api.on(verifyOtp, ({ body }) => {
    if (body.otp !== "CDF4") throw codeError("code_refused");
    return null;
  });
  await open(logInPath);
  await button("Forgot your password").click();
  await expect.element(page.getByText("Please fill all fields")).toBeVisible();
  expect(requests).toEqual([]);
  await field("Email").fill(anika.email);
  await button("Forgot your password").click();
  await expect.element(sent).toBeVisible();
  await expect.poll(() => location.pathname).toBe(verifyCodePath);
  return { ...screen, requests, tries: () => tries.map(({ body }) => body.otp) };
}

test("a forgotten password: a code is typed or pasted, and refused ones are explained until one types again", async () => {
  const { requests, tries } = await askForCode();
  await expect.element(page.getByText(anika.email)).toBeVisible();
  await expect.element(page.getByRole("timer")).toMatchTextContent(/ left$/);
  await enter("2");
  await expect.element(page.getByText("Please enter a valid OTP.")).toBeVisible();
  expect(tries()).toEqual([]);
  await enter("2222");
  await expect.element(refused).toBeVisible();
  await expect.element(code).toHaveValue("");
  await expect.element(code).toHaveFocus();
  await code.fill("2");
  await expect.element(refused).not.toBeInTheDocument();

  await button("Send again").click();
  await expect
    .poll(() => requests)
    .toEqual([{ body: { email: anika.email } }, { body: { email: anika.email } }]);
  await expect.element(code).toHaveValue("");
  await paste(" cd f4 ");
  await expect.element(code).toHaveValue("CDF4");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("OTP verified successfully.")).toBeVisible();
  await expect.poll(() => location.pathname).toBe(resetPasswordPath);
  expect(tries()).toEqual(["2222", "CDF4"]);
});

test("a code that could not be sent to the server stays, and a limit counts down", async () => {
  const { api } = await askForCode();
  api.on(verifyOtp, () => {
    throw new ConnectionLost();
  });
  await enter("CDF4");
  await expect.element(page.getByText("Failed to verify OTP. Please try again.")).toBeVisible();
  await expect.element(code).toHaveValue("CDF4");

  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  api.on(generateOtp, () => {
    throw codeError("too_many_codes", { retryAfterSeconds: 3 });
  });
  await button("Send again").click();
  await expect.element(page.getByText(/^Another code:/)).toBeVisible();
  await expect.element(button("Send again")).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(4 * second);
  await expect.element(button("Send again")).toBeVisible();
});

test("a new password is typed twice, and a common one is refused", async () => {
  const { api } = await askForCode();
  await enter("CDF4");
  await expect.element(page.getByRole("heading", { name: "Reset password" })).toBeVisible();
  const changes = api.on(resetPassword, ({ body }) => {
    if (body.password === "iloveyou")
      throw signInError("common_password", {
        issues: [{ path: "password", message: "This password is too common. Choose another one." }],
      });
    return null;
  });
  const change = button("Change Password");
  const different = page.getByText("Passwords do not match. Please try again.");
  await change.click();
  await expect.element(page.getByText("Please fill in all fields.").first()).toBeVisible();
  await field("Password").fill("a new reel every day");
  await field("Retype Password").fill("a new reel every week");
  await change.click();
  await expect.element(different).toBeVisible();
  await field("Password").fill("a new reel every week");
  await expect.element(different).not.toBeInTheDocument();
  expect(changes).toEqual([]);
  for (const label of ["Password", "Retype Password"]) await field(label).fill("iloveyou");
  await change.click();
  await expect.element(page.getByText("This password is too common. Choose another one.")).toBeVisible();
  for (const label of ["Password", "Retype Password"]) await field(label).fill("a new reel every day");
  await change.click();
  await expect.element(page.getByText("Password changed successfully.")).toBeVisible();
  await expect.poll(() => location.pathname + location.search).toBe(logInPath);
  expect(changes.at(-1)).toEqual({ body: { email: anika.email, password: "a new reel every day" } });
});

test("a reset without an email leads to the sign-up, and the code's page asks for one", async () => {
  const { api, open } = await startScreen(null);
  await open(resetPasswordPath);
  await expect.element(page.getByText("Email not found. Please try again.")).toBeVisible();
  await expect.poll(() => location.pathname).toBe(signUpPath);

  const requests = api.on(generateOtp, () => null);
  await open(verifyCodePath);
  await field("Email").fill("not an address");
  await button("Send OTP").click();
  await expect.element(page.getByText("invalid email format")).toBeVisible();
  expect(requests).toEqual([]);
  await field("Email").fill("nobody@example.com");
  await button("Send OTP").click();
  await expect.element(code).toBeVisible();
  await button("Change Email").click();
  await expect.element(field("Email")).toHaveValue("nobody@example.com");
});

test("a reset of another browser is refused with the way to a new code", async () => {
  const { api } = await askForCode();
  await enter("CDF4");
  await expect.element(page.getByRole("heading", { name: "Reset password" })).toBeVisible();
  api.on(resetPassword, () => {
    throw codeError("reset_expired");
  });
  for (const label of ["Password", "Retype Password"]) await field(label).fill("a new reel every day");
  await button("Change Password").click();
  await expect
    .element(page.getByText(/^This password reset has expired or was started in another browser\./))
    .toBeVisible();
  await page.getByRole("link", { name: "Request a new code" }).click();
  await expect.element(page.getByRole("heading", { name: "Forgot your password" })).toBeVisible();
});

/** The settings of an editor. */
async function openSettings(account: { emailVerified: boolean; hasPassword: boolean }) {
  const screen = await startScreen(anika);
  const { api, open } = screen;
  api.refuseOthers(commonError("not_found"));
  let shown = { email: anika.email, ...account };
  api.on(credentials, () => shown);
  await open(settingsPath("EDITOR"));
  await expect.element(page.getByRole("region", { name: "Email" }).getByText(anika.email)).toBeVisible();
  return { ...screen, confirmEmail: () => void (shown = { ...shown, emailVerified: true }) };
}

test("the email is confirmed with a code in Settings", async () => {
  const { api, confirmEmail } = await openSettings({ emailVerified: false, hasPassword: true });
  await expect.element(page.getByText("not confirmed", { exact: true })).toBeVisible();
  api.on(emailCodeEndpoints.sendEmailCode, () => null);
  const codes = api.on(emailCodeEndpoints.confirmEmail, ({ body }) => {
    if (body.otp !== "CDF4") throw codeError("code_refused");
    confirmEmail();
    return null;
  });
  await button("Send confirmation code").click();
  await enter("2222", "Confirm");
  await expect.element(refused).toBeVisible();
  await enter("cdf4", "Confirm");
  await expect.element(page.getByText("Your email is confirmed.")).toBeVisible();
  await expect.element(page.getByText("confirmed", { exact: true })).toBeVisible();
  await expect.element(code).not.toBeInTheDocument();
  expect(codes.map(({ body }) => body.otp)).toEqual(["2222", "CDF4"]);
});

test("the password is changed with the current one in Settings, or reset with a code", async () => {
  const { api } = await openSettings({ emailVerified: true, hasPassword: true });
  const changes = api.on(changePassword, ({ body }) => {
    if (body.current === "anika cuts on the beat") return null;
    const { message } = passwordError("wrong_password");
    throw passwordError("wrong_password", { issues: [{ path: "current", message }] });
  });
  const [current, password] = [field("Current password"), field("New password")];
  await current.fill("not this one");
  await password.fill("a new cut every day");
  await field("Retype new password").fill("a new cut every night");
  await button("Change Password").click();
  await expect.element(page.getByText("Passwords do not match. Please try again.")).toBeVisible();
  expect(changes).toEqual([]);
  await field("Retype new password").fill("a new cut every day");
  await button("Change Password").click();
  await expect.element(page.getByText("This is not your current password.")).toBeVisible();
  await expect.element(current).toHaveFocus();
  await expect.element(password).toHaveValue("a new cut every day");
  await current.fill("anika cuts on the beat");
  await button("Change Password").click();
  await expect.element(page.getByText("Password changed successfully.")).toBeVisible();
  await expect.element(current).toHaveValue("");
  expect(changes.at(-1)?.body).toEqual({
    current: "anika cuts on the beat",
    password: "a new cut every day",
  });

  const requests = api.on(generateOtp, () => null);
  await button("Forgot your password").click();
  await expect.poll(() => location.pathname).toBe(verifyCodePath);
  expect(requests).toEqual([{ body: { email: anika.email } }]);
});

test("a first password is set with a code", async () => {
  const { api } = await openSettings({ emailVerified: true, hasPassword: false });
  const requests = api.on(generateOtp, () => null);
  await button("Set a password").click();
  await expect.element(code).toBeVisible();
  expect(requests).toEqual([{ body: { email: anika.email } }]);
});

import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { AppError, commonError } from "#core/error.ts";
import { logInPath, profilePath, signUpPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { peopleError } from "#modules/people/contract/people.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { identityEndpoints } from "#modules/sign-in/contract/identities.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints, sessionError } from "#modules/sign-in/contract/sessions.ts";
import { signInError } from "#modules/sign-in/contract/sign-in.ts";
import { defaultSignInOptions, signInOptionsName } from "#modules/sign-in/rules/sign-in-options.ts";
import { ConnectionLost } from "#testing/web/fake-api.ts";
import { answerSession, startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

const email = page.getByLabelText("Email", { exact: true });
const password = page.getByLabelText("Password", { exact: true });
const submit = (name: string) => page.getByRole("form").getByRole("button", { name, exact: true });

test("a login without a connection shows the fallback message and its cause, until the next action", async () => {
  const { api, open } = await startScreen(null);
  const { login, generateOtp } = passwordEndpoints;
  const fail = () => {
    throw new ConnectionLost();
  };
  for (const endpoint of [login, generateOtp, identityEndpoints.consentWindow]) api.on(endpoint, fail);
  await open(logInPath);
  await email.fill("meera@example.com");
  await password.fill("cuts on the beat");
  await submit("Log in").click();
  const failed = page.getByText("Failed to authenticate. Please try again.");
  await expect.element(failed).toBeVisible();
  const cause = page.getByText("Can't reach the server. Check your connection and try again.");
  await expect.element(cause).toBeVisible();
  await page.getByRole("button", { name: "Forgot your password" }).click();
  await expect.element(page.getByText("Failed to send OTP. Please try again.")).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const window = page.getByText("Failed to open OAuth window. Please try again.");
  await expect.element(window).toBeVisible();
  await submit("Log in").click();
  await expect.element(failed).toBeVisible();
  await expect.element(window).not.toBeInTheDocument();
  await email.fill("meera@example.org");
  await expect.element(failed).not.toBeInTheDocument();
});

test("an expired session is named after a redirect to the login, also after a reload; a visitor has none", async () => {
  const { api, open } = await startScreen(meera);
  api.on(sessionEndpoints.checkAuth, () => {
    throw commonError("unauthenticated");
  });
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  const expired = page.getByText("Your session has expired. Log in to continue.");
  for (const _ of ["first", "reloaded"]) {
    await open(tasksPath("YOUTUBER"));
    await expect.element(expired).toBeVisible();
  }
  localStorage.clear();
  await open(tasksPath("YOUTUBER"));
  await expect.element(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await expect.element(expired).not.toBeInTheDocument();
});

test.each([
  sessionError("ended_by_operator"),
  sessionError("ended_by_other_device"),
  sessionError("password_changed"),
  sessionError("suspended"),
])("a session that ends while its page is open is explained: $code", async (refusal) => {
  const { api, open } = await startScreen(meera);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => {
    throw refusal;
  });
  await open(tasksPath("YOUTUBER"));
  await expect.element(page.getByText(refusal.message)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect.element(page.getByText(refusal.message)).not.toBeInTheDocument();
});

test("sign-up shows what is missing and refused, and says that the role is final", async () => {
  const { api, open } = await startScreen(null);
  const sent = api.on(passwordEndpoints.signup, () => {
    const { message } = signInError("common_password");
    const issues = [{ path: "password", message }];
    throw new AppError({ code: "common_password", status: 422, message, issues });
  });
  await open(signUpPath);
  await expect
    .element(page.getByRole("group", { name: "I am a" }))
    .toHaveAccessibleDescription(/You can't change it later/);
  await submit("Sign Up").click();
  await expect.element(page.getByText("Please select a role")).toBeVisible();
  const missing = page.getByText("Please fill all fields");
  await expect.poll(() => missing.elements()).toHaveLength(2);
  await page.getByText("Editor", { exact: true }).click();
  await email.fill("anika at example");
  await password.fill("   ");
  await submit("Sign Up").click();
  await expect.element(page.getByText("invalid email format")).toBeVisible();
  await expect.poll(() => missing.elements()).toHaveLength(1);
  await email.fill("anika@example.com");
  await password.fill("short");
  await submit("Sign Up").click();
  await expect.element(page.getByText("Use at least 8 characters for the password.")).toBeVisible();
  expect(sent).toEqual([]);
  await password.fill("password123");
  await submit("Sign Up").click();
  await expect.element(page.getByText("This password is too common. Choose another one.")).toBeVisible();

  const created = api.on(passwordEndpoints.signup, () => ({ ...anika, socketToken: "token" }));
  answerSession(api, anika);
  api.on(profilesEndpoints.profile, () => anika);
  api.on(profilesEndpoints.reviews, () => []);
  api.on(profilesEndpoints.publishedVideos, () => []);
  await password.fill("anika cuts on the beat");
  await submit("Sign Up").click();
  await expect
    .element(page.getByText("Account created successfully! Redirecting to profile..."))
    .toBeVisible();
  await expect.poll(() => location.pathname).toBe(profilePath({ role: "EDITOR", name: "anika" }));
  expect(created.map(({ body }) => body)).toEqual([
    { email: "anika@example.com", password: "anika cuts on the beat", role: "EDITOR" },
  ]);
});

test("a taken email is named, and what was typed is kept for the login", async () => {
  const { api, open } = await startScreen(null);
  api.on(passwordEndpoints.signup, () => {
    throw peopleError("email_taken");
  });
  api.on(passwordEndpoints.login, () => {
    throw signInError("wrong_credentials");
  });
  await open(signUpPath);
  await page.getByText("YouTuber", { exact: false }).first().click();
  await email.fill("ANIKA@example.com");
  await password.fill("a different password");
  await submit("Sign Up").click();
  await expect.element(page.getByText(/An account with this email already exists\./)).toBeVisible();
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect.element(email).toHaveValue("ANIKA@example.com");
  await submit("Log in").click();
  await expect.element(page.getByText("That email and password don't match an account.")).toBeVisible();
  // The form shows it; a toast of the first time would be there by the second.
  await submit("Log in").click();
  expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(0);
});

test.each([
  { signUp: "invitation", passwordLogin: true },
  { signUp: "open", passwordLogin: false },
])("a sign-up page offers single sign-on that creates accounts: %o", async (settings) => {
  const { api, open } = await startScreen(null);
  const redirects = api.on(identityEndpoints.consentWindow, () => {
    throw new ConnectionLost();
  });
  const meta = document.createElement("meta");
  meta.name = signInOptionsName;
  const singleSignOn = { name: "Studio ID", choosesRole: true };
  const options = { ...defaultSignInOptions, ...settings, singleSignOn, singleSignOnSignUp: true };
  meta.content = JSON.stringify(options);
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  await open(`${signUpPath}?mode=signup`);
  await page.getByRole("button", { name: "Continue with Studio ID" }).click();
  await expect.element(page.getByText("Failed to open OAuth window. Please try again.")).toBeVisible();
  expect(redirects).toMatchObject([{ query: { provider: "oidc" } }]);
  expect(page.getByText(/for access|You need an invitation/).elements()).toEqual([]);
  const operator = page.getByRole("button", { name: "I operate this server" });
  expect(operator.elements()).toHaveLength(settings.passwordLogin ? 1 : 0);
});

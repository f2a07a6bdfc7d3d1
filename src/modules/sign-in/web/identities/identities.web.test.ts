import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { oauthPath, profilePath, settingsPath, signUpPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { peopleEndpoints, type User } from "#modules/people/contract/people.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { identityEndpoints, identityError } from "#modules/sign-in/contract/identities.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { answerSession, type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const continueWithGoogle = button("Continue with Google");
const callback = `${oauthPath}?code=a-code&state=a-state`;
const chooseRole = (label: string) => page.getByRole("radio", { name: new RegExp(`^${label}`, "i") }).click();
const expired = /This login has expired or was started in another browser\. Start again\./;

/** A browser that a click sends to Google: here, to a fragment of the page. */
async function startAtGoogle(user: User | null) {
  const screen = await startScreen(user);
  const { api } = screen;
  const windows = api.on(identityEndpoints.consentWindow, () => ({ url: `${location.href}#google` }));
  return { ...screen, windows };
}

async function leaveForGoogle(link = continueWithGoogle): Promise<void> {
  await link.click();
  await expect.poll(() => location.hash).toBe("#google");
}

/** The server's answer to the callback is this user, who is logged in from then on. */
function logsIn({ api }: Pick<Screen, "api">, user: User) {
  answerSession(api, user);
  api.on(profilesEndpoints.profile, () => user);
  api.on(profilesEndpoints.reviews, () => []);
  api.on(profilesEndpoints.publishedVideos, () => []);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  return api.on(identityEndpoints.loginRegister, () => ({ ...user, socketToken: "token" }));
}

test.each([
  ["Youtuber", meera, profilePath({ role: "YOUTUBER", name: "meera" })],
  ["Editor", anika, profilePath({ role: "EDITOR", name: "anika" })],
])("a sign-up needs a role, which the callback sends once: %s", async (label, user, path) => {
  const screen = await startAtGoogle(null);
  const { open, windows } = screen;
  await open(signUpPath);
  await continueWithGoogle.click();
  await expect.element(page.getByText("Please select a role")).toBeVisible();
  expect(windows).toEqual([]);
  await chooseRole(label);
  await leaveForGoogle();
  expect(windows).toEqual([{ query: { provider: "google" } }]);

  const exchanges = logsIn(screen, user);
  await open(callback);
  await expect.element(page.getByText("Login successful! Redirecting to profile...")).toBeVisible();
  await expect.poll(() => location.pathname).toBe(path);
  await expect.element(page.getByRole("heading", { name: user.name, level: 1 })).toBeVisible();
  expect(exchanges).toEqual([{ query: { code: "a-code", state: "a-state", role: user.role } }]);
});

test("a login leads to the page that was asked for", async () => {
  const screen = await startAtGoogle(null);
  const { open } = screen;
  await open(`${tasksPath("YOUTUBER")}?q=herons`);
  await leaveForGoogle();
  const exchanges = logsIn(screen, meera);
  await open(callback);
  await expect.poll(() => location.pathname + location.search).toBe(`${tasksPath("YOUTUBER")}?q=herons`);
  expect(exchanges).toEqual([{ query: { code: "a-code", state: "a-state" } }]);
});

test("a user without a role is asked for one on every screen, once", async () => {
  const screen = await startAtGoogle(null);
  const { api, open } = screen;
  logsIn(screen, { ...anika, role: "NORMAL" });
  api.on(teamEndpoints.teams, () => ({ teams: [], invitations: [] }));
  await open(callback);
  const question = page.getByRole("heading", { name: "Choose your role" });
  await expect.element(question).toBeVisible();
  await open(tasksPath("EDITOR"));
  await expect.element(question).toBeVisible();
  const choices = api.on(peopleEndpoints.chooseRole, () => {
    const chosen: User = { ...anika, role: "YOUTUBER" };
    logsIn(screen, chosen);
    return chosen;
  });
  await button("Continue").click();
  await expect.element(page.getByText("Please select a role")).toBeVisible();
  expect(choices).toEqual([]);
  await chooseRole("Youtuber");
  await button("Continue").click();
  await expect.poll(() => location.pathname).toBe(profilePath({ role: "YOUTUBER", name: "anika" }));
  await expect.element(page.getByRole("heading", { name: "anika", level: 1 })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(choices).toEqual([{ body: { role: "YOUTUBER" } }]);
});

test.each([
  ["error=access_denied", /^You denied access at Google\. Nothing was changed\./],
  ["error=server_error", /^Failed to login\/register with OAuth\. Please try again\./],
  ["", /^The response from Google is incomplete\. Try to log in again\./],
])("without a code (%s), the page says why and leads back to the login", async (query, message) => {
  const { open } = await startScreen(null);
  await open(`${oauthPath}?${query}`);
  await expect.element(page.getByRole("heading", { name: "Not logged in" })).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect.element(page.getByRole("heading", { name: "Login", level: 1 })).toBeVisible();
});

test("a used callback, or one of another browser, is refused without a login", async () => {
  const { api, open } = await startScreen(null);
  const exchanges = api.on(identityEndpoints.loginRegister, () => {
    throw identityError("sign_in_expired", "Google");
  });
  await open(callback);
  await expect.element(page.getByRole("alert").getByText(expired)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Back to login" })).toBeVisible();
  expect(exchanges).toHaveLength(1);
});

test("an account with the same email asks for its password", async () => {
  const screen = await startScreen(null);
  const { api, open } = screen;
  logsIn(screen, anika);
  api.on(identityEndpoints.loginRegister, () => {
    throw identityError("password_needed", "Google");
  });
  await open(callback);
  await expect
    .element(
      page.getByText("An account with this email already exists. Enter its password to connect Google."),
    )
    .toBeVisible();
  let correct = false;
  const links = api.on(identityEndpoints.linkIdentity, () => {
    if (!correct) throw identityError("wrong_password", "Google");
    return { ...anika, socketToken: "token" };
  });
  const password = page.getByLabelText("Password");
  const connect = button("Connect and log in");
  const wrong = page.getByText("Wrong password. Try again, or reset it.");
  await connect.click();
  await expect.element(page.getByText("Please fill all fields")).toBeVisible();
  expect(links).toEqual([]);
  await password.fill("something else");
  await connect.click();
  await expect.element(wrong).toBeVisible();
  await expect.element(password).toHaveFocus();
  await password.fill("walks with a camera");
  await expect.element(wrong).not.toBeInTheDocument();
  correct = true;
  await connect.click();
  await expect.poll(() => location.pathname).toBe(profilePath({ role: "EDITOR", name: "anika" }));
  expect(links.map(({ body }) => body.password)).toEqual(["something else", "walks with a camera"]);
});

test("in Settings, Google is connected, refused and disconnected", async () => {
  const screen = await startAtGoogle(meera);
  const { api, open, windows } = screen;
  api.refuseOthers(commonError("not_found"));
  api.on(identityEndpoints.identities, () => []);
  const section = page.getByRole("region", { name: "Google" });
  const leave = async () => {
    await open(settingsPath("YOUTUBER"));
    await leaveForGoogle(section.getByRole("button", { name: "Connect Google" }));
  };
  await leave();
  expect(windows).toEqual([{ query: { provider: "google", connect: "true" } }]);
  api.on(identityEndpoints.loginRegister, () => {
    throw identityError("identity_taken", "Google");
  });
  await open(callback);
  await expect.element(page.getByRole("heading", { name: "Not connected" })).toBeVisible();
  await expect
    .element(page.getByRole("alert").getByText(/is connected to another Reelay account/))
    .toBeVisible();
  await page.getByRole("link", { name: "Back to settings" }).click();
  await expect.element(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  await leave();
  logsIn(screen, meera);
  api.on(identityEndpoints.identities, () => [
    { provider: "google" as const, email: "mira@sandbox.test", connectedAt: "2031-05-01T09:00:00.000Z" },
  ]);
  await open(callback);
  await expect.element(page.getByText("Google account connected.")).toBeVisible();
  await expect.element(section.getByText("mira@sandbox.test")).toBeVisible();
  expect(location.pathname).toBe(settingsPath("YOUTUBER"));

  let only = true;
  api.on(identityEndpoints.disconnectIdentity, () => {
    if (only) throw identityError("only_sign_in_method", "Google");
    api.on(identityEndpoints.identities, () => []);
    return null;
  });
  const disconnect = async () => {
    await section.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  };
  await disconnect();
  await expect.element(page.getByText(/^Google is your only way to log in\./)).toBeVisible();
  await expect.element(section.getByText("mira@sandbox.test")).toBeVisible();
  only = false;
  await disconnect();
  await expect.element(section.getByRole("button", { name: "Connect Google" })).toBeVisible();
});

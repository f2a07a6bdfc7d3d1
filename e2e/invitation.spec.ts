import { expect } from "@playwright/test";

import { logInPath, oauthPath, profilePath, settingsPath, signUpPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";
import { freePort } from "#testing/free-port.ts";
import { startTestOidcProvider, testOidcClient, type TestOidcProvider } from "#testing/oidc-provider.ts";

import { approveVersion } from "./support/decisions.ts";
import { card, openTasks, signUp, uploadVideo } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

test("an invited editor signs up, lands on the task and uploads its first version", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "mira", "Youtuber");
  await openTasks(creator);
  const { page } = creator;
  await page.getByRole("button", { name: "Create Task" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Create Task" });
  await sheet.getByLabel("Task title").fill("Herons at dawn");
  await sheet.getByLabel("Work description").fill("Open on the lagoon.");
  await sheet.getByLabel("Deadline").fill("2031-05-17");
  await sheet.getByRole("button", { name: "Invite an editor" }).click();
  await sheet.getByRole("radio", { name: "Create a link" }).check();
  await sheet.getByLabel("Name of the editor").fill("Ana");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("waiting for Ana")).toBeVisible();
  await page.goto(settingsPath("YOUTUBER"));
  const invitations = page.getByRole("region", { name: "Invitations" });
  await expect(invitations.getByText("Herons at dawn")).toBeVisible();
  const answer = await page.request.get("/api/v1/user/invitations");
  const { data } = (await answer.json()) as { data: { path: string }[] };

  const guest = await browser.newContext({ baseURL: reelay.url });
  const invited = await guest.newPage();
  await invited.goto(data[0]?.path ?? "");
  await expect(invited.getByRole("heading", { name: "Herons at dawn" })).toBeVisible();
  await invited.getByLabel("Email").fill(`ana${Date.now()}@example.com`);
  await invited.getByRole("textbox", { name: "Password" }).fill("long reels are long");
  await invited.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(invited).toHaveURL(/\/c\/tasks\?task=\d+$/);
  await expect(invited.getByText("Herons at dawn").first()).toBeVisible();
  await uploadVideo({ page: invited }, "Herons at dawn", await clip("h264"));
  await openTasks(creator);
  await expect(card(creator, "Herons at dawn").getByText(/in review, v1/)).toBeVisible();
});

test("an invited manager signs up without a role, creates a task for the creator and approves its version", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "nora", "Youtuber");
  const editor = await signUp(browser, reelay.url, "tomas", "Editor");
  const invited = await creator.context.request.post("/api/v1/team/members", {
    data: { kind: "manager", name: "Rosa", rights: ["create_tasks", "review"] },
  });
  const { data } = (await invited.json()) as { data: { path: string } };

  const context = await browser.newContext({ baseURL: reelay.url });
  const page = await context.newPage();
  await page.goto(data.path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${creator.name} invited you to join their team`,
  );
  await expect(page.getByText("approve versions and request changes")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await page.getByLabel("Email").fill(`rosa${Date.now()}@example.com`);
  await page.getByRole("textbox", { name: "Password" }).fill("long reels are long");
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();

  await expect(page).toHaveURL(/\/c\/tasks$/);
  const work = page.getByRole("region", { name: "You work for" });
  await expect(work.getByRole("link", { name: creator.name })).toBeVisible();
  await expect(work.getByText("create tasks and assign editors")).toBeVisible();
  await page.getByRole("button", { name: "Create Task" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Create Task" });
  await expect(sheet.getByLabel("Creator").locator("option")).toHaveText([creator.name]);
  await sheet.getByLabel("Task title").fill("Herons at dusk");
  await sheet.getByLabel("Work description").fill("Open on the lagoon.");
  await sheet.getByLabel("Deadline").fill("2031-05-17");
  await sheet.getByRole("combobox", { name: "Editor" }).fill(editor.name);
  await sheet.getByRole("option", { name: editor.name }).click();
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toBeHidden();

  await openTasks(editor);
  await uploadVideo(editor, "Herons at dusk", await clip("h264"));
  const manager = { page };
  await card(manager, "Herons at dusk").getByRole("link", { name: "Preview" }).click();
  await approveVersion(page);
  await expect(page.getByRole("button", { name: "Back to review" })).toBeVisible();
  await openTasks(creator);
  await expect(card(creator, "Herons at dusk").getByText(/approved, v1/)).toBeVisible();
});

test.describe("a server that is closed", () => {
  let reelay: Reelay;
  test.beforeAll(async () => {
    reelay = await installReelay({ SIGN_UP: "closed", SUPPORT_EMAIL: "help@studio.example" });
  });
  test.afterAll(async () => reelay?.remove());

  test("links to the login only, and says whom to ask", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Sign up" })).toHaveCount(0);
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await expect(page.getByRole("heading", { name: "Login", level: 1 })).toBeVisible();
    await page.goto(`${signUpPath}?mode=signup`);
    await expect(page.getByRole("link", { name: "help@studio.example" }).first()).toBeVisible();
  });
});

test.describe("a server with single sign-on", () => {
  let provider: TestOidcProvider;
  let reelay: Reelay;
  test.beforeAll(async () => {
    const port = await freePort();
    reelay = await installReelay({
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: testOidcClient.clientId,
      OIDC_CLIENT_SECRET: testOidcClient.clientSecret,
      OIDC_NAME: "Studio ID",
      OIDC_ROLE_CLAIM: "groups",
    });
    // After the server, which reads the provider's endpoints at the first login.
    const noa = { email: "noa@studio.example", email_verified: true, name: "Noa", groups: ["editor"] };
    provider = await startTestOidcProvider({
      port,
      redirectUris: [`${reelay.url}${oauthPath}`],
      accounts: { noa },
    });
  });
  test.afterAll(async () => {
    await reelay?.remove();
    provider?.stop();
  });

  test("creates an account at the first login and finds it at the second", async ({ browser }) => {
    const ids = new Set<unknown>();
    for (const visit of [1, 2]) {
      const context = await browser.newContext({ baseURL: reelay.url });
      const page = await context.newPage();
      await page.goto(logInPath);
      await page.getByRole("button", { name: "Continue with Studio ID" }).click();
      await page.getByRole("button", { name: "noa" }).click();
      await expect(page, `visit ${visit}`).toHaveURL(/\/c\/profile\/Noa$/);
      const answer = await page.request.get("/api/v1/user/check-auth");
      ids.add(((await answer.json()) as { data: { id: number } }).data.id);
    }
    expect(ids.size).toBe(1);
  });

  test("asks once for the password of an existing account with the same email", async ({ browser }) => {
    const vera = await signUp(browser, reelay.url, "vera", "Editor");
    const { name, email, password } = vera;
    provider.accounts["vera"] = { email, email_verified: true, name: "Vera" };
    for (const visit of [1, 2]) {
      const context = await browser.newContext({ baseURL: reelay.url });
      const page = await context.newPage();
      await page.goto(logInPath);
      await page.getByRole("button", { name: "Continue with Studio ID" }).click();
      await page.getByRole("button", { name: "vera" }).click();
      if (visit === 1) {
        const form = page.getByRole("form", { name: "Connect Studio ID" });
        await form.getByLabel("Password").fill("not this one");
        await form.getByRole("button", { name: "Connect and log in" }).click();
        await expect(form.getByRole("alert")).toBeVisible();
        await form.getByLabel("Password").fill(password);
        await form.getByRole("button", { name: "Connect and log in" }).click();
      }
      await expect(page, `visit ${visit}`).toHaveURL(`${reelay.url}${profilePath({ role: "EDITOR", name })}`);
    }
  });
});

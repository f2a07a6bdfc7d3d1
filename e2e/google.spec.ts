import { type Browser, expect, type Page } from "@playwright/test";

import { signUp } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

/** Signing in with Google, at the sandbox's pages that stand in for Google's. */
test.describe("Google", () => {
  let reelay: Reelay;
  // Its own server: other files sign up with the same Google accounts.
  test.beforeAll(async () => {
    reelay = await installReelay();
  });
  test.afterAll(async () => reelay?.remove());

  async function visit(browser: Browser, path: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  /** Signs up with Google as a creator, or logs in if another test has signed up. Returns the request to the callback. */
  async function enterAsMira(browser: Browser) {
    const page = await visit(browser, "/auth");
    await page.getByRole("radio", { name: "Youtuber" }).check();
    await continueWithGoogle(page);
    const returning = page.waitForRequest(/\/oauth\?/);
    await choose(page, "Mira Solvane");
    // Asked once for each account.
    const allow = page.getByRole("button", { name: "Allow" });
    await expect(allow.or(page.getByRole("heading", { name: "Mira Solvane", level: 1 }))).toBeVisible();
    if (await allow.isVisible()) await allow.click();
    const back = await returning;
    await expect(page).toHaveURL(/\/y\/profile\/Mira%20Solvane$/);
    return { page, back };
  }

  test("signs up a creator and logs them in the next time", async ({ browser }) => {
    const page = await visit(browser, "/auth");
    await continueWithGoogle(page);
    await expect(page.getByText("Please select a role")).toBeVisible();
    await page.getByRole("radio", { name: "Youtuber" }).check();
    await continueWithGoogle(page);
    await choose(page, "Mira Solvane");
    const asked = page.waitForRequest(/login-register/);
    const exchanges = countExchanges(page);
    await page.getByRole("button", { name: "Allow" }).click();
    expect((await asked).url()).toContain("role=YOUTUBER");
    await expect(page).toHaveURL(/\/y\/profile\/Mira%20Solvane$/);
    await expect(page.getByText("Login successful! Redirecting to profile...")).toBeVisible();
    expect(exchanges()).toBe(1);
    await expect(page.getByRole("heading", { name: "Mira Solvane" })).toBeVisible();
    const picture = page.locator('main img[src^="/api/v1/user/picture/"]').first();
    await expect(async () => {
      await page.reload();
      await expect(picture).toBeVisible({ timeout: 1000 });
    }).toPass();
    const width = () => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth);
    await expect.poll(width).toBe(512);

    const again = await visit(browser, "/auth?mode=login");
    await continueWithGoogle(again);
    await choose(again, "Mira Solvane");
    await expect(again).toHaveURL(/\/y\/profile\/Mira%20Solvane$/);
  });

  test("signs up an editor", { tag: "@sweep" }, async ({ browser }) => {
    const page = await visit(browser, "/auth");
    await page.getByRole("radio", { name: "Editor" }).check();
    await continueWithGoogle(page);
    await choose(page, "Teo Arlund");
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(page).toHaveURL(/\/c\/profile\/Teo%20Arlund$/);
  });

  test("asks for a role once if none was chosen", { tag: "@sweep" }, async ({ browser }) => {
    const page = await visit(browser, "/auth?mode=login");
    await continueWithGoogle(page);
    await choose(page, "Pim Hasker");
    await page.getByRole("button", { name: "Allow" }).click();
    const question = page.getByRole("heading", { name: "Choose your role" });
    await expect(question).toBeVisible();
    await page.goto("/c/tasks");
    await expect(question).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Please select a role")).toBeVisible();
    await page.getByRole("radio", { name: "Youtuber" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/y\/profile\/Pim%20Hasker$/);
    await page.goto("/y/tasks");
    await expect(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
    await expect(question).toBeHidden();
  });

  test("can be denied at Google", { tag: "@sweep" }, async ({ browser }) => {
    const page = await visit(browser, "/auth?mode=login");
    await continueWithGoogle(page);
    await choose(page, "Junia Prett");
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByText("You denied access at Google")).toBeVisible();
    await page.getByRole("link", { name: "Back to login" }).click();
    await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  });

  test("rejects a used callback and one of another browser", { tag: "@sweep" }, async ({ browser }) => {
    const { page, back } = await enterAsMira(browser);

    const stranger = await visit(browser, back.url());
    await expect(stranger.getByRole("alert")).toContainText("was started in another browser");
    await page.context().clearCookies();
    await page.goto(back.url());
    await expect(page.getByRole("alert")).toContainText("has expired");
    await page.goto("/oauth");
    await expect(page.getByRole("alert")).toContainText("The response from Google is incomplete");
    await page.goto("/oauth?error=server_error");
    await expect(page.getByRole("alert")).toContainText(
      "Failed to login/register with OAuth. Please try again.",
    );
  });

  test("asks for the password of an account with the same email, once", async ({ browser }) => {
    const owner = await visit(browser, "/auth");
    await owner.getByRole("radio", { name: "Editor" }).check();
    await owner.getByLabel("Email").fill("junia@sandbox.test");
    await owner.getByLabel("Password", { exact: true }).fill("walks with a camera");
    await owner.getByRole("button", { name: "Sign Up", exact: true }).click();
    await expect(owner).toHaveURL(/\/c\/profile\/junia$/);

    const page = await visit(browser, "/auth?mode=login");
    await continueWithGoogle(page);
    await choose(page, "Junia Prett");
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByLabel("Password").fill("something else");
    await page.getByRole("button", { name: "Connect and log in" }).click();
    await expect(page.getByText("Wrong password.")).toBeVisible();
    await page.getByLabel("Password").fill("walks with a camera");
    await expect(page.getByText("Wrong password.")).toBeHidden();
    await page.getByRole("button", { name: "Connect and log in" }).click();
    await expect(page).toHaveURL(/\/c\/profile\/junia$/);

    const again = await visit(browser, "/auth?mode=login");
    await continueWithGoogle(again);
    await choose(again, "Junia Prett");
    await expect(again).toHaveURL(/\/c\/profile\/junia$/);
  });

  test("is connected and disconnected in Settings", { tag: "@sweep" }, async ({ browser }) => {
    const { page: mira } = await enterAsMira(browser);
    const { page } = await signUp(browser, reelay.url, "meera", "Youtuber");
    const section = page.getByRole("region", { name: "Google" });
    await page.goto("/y/settings");
    await section.getByRole("button", { name: "Continue with Google" }).click();
    await choose(page, "Mira Solvane");
    await expect(page.getByRole("alert")).toContainText("is connected to another Reelay account");
    await page.getByRole("link", { name: "Back to settings" }).click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();

    await mira.goto("/y/settings");
    const own = mira.getByRole("region", { name: "Google" });
    await expect(own.getByText("mira@sandbox.test")).toBeVisible();
    await own.getByRole("button", { name: "Disconnect" }).click();
    await mira.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(mira.getByText("Google is your only way to log in.")).toBeVisible();
  });
});

async function continueWithGoogle(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue with Google" }).click();
}

/** Picks one of the sandbox's people. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  await page.locator("button.choice").filter({ hasText: name }).click();
}

function countExchanges(page: Page): () => number {
  let exchanges = 0;
  page.on("request", (request) => {
    if (request.url().includes("login-register")) exchanges += 1;
  });
  return () => exchanges;
}

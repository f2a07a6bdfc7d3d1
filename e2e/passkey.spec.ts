import { type BrowserContext, expect, type Page } from "@playwright/test";

import { logInPath, profilePath, settingsPath } from "#core/paths.ts";

import { signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

/** Chromium's own authenticator, as a laptop has one with a fingerprint reader: its owner always touches it. */
async function plugInAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    ownerIs: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.goto(logInPath);
}

test.describe("a passkey", () => {
  test("is added in Settings, logs in, and no longer works after its removal", async ({
    browser,
    reelay,
  }) => {
    const { name, page, context } = await signUp(browser, reelay.url, "anika", "Editor");
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy/.test(message.text())) {
        complaints.push(message.text());
      }
    });
    const authenticator = await plugInAuthenticator(context, page);
    const section = page.getByRole("region", { name: "Passkeys" });
    const enter = page.getByRole("button", { name: "Continue with a passkey" });

    await test.step("add it", async () => {
      await page.goto(settingsPath("EDITOR"));
      await expect(section.getByText("No passkeys yet")).toBeVisible();
      await authenticator.ownerIs(false);
      await section.getByRole("button", { name: "Add a passkey" }).click();
      await expect(section.getByText("No passkey was added.")).toBeVisible();
      await authenticator.ownerIs(true);
      await section.getByRole("button", { name: "Add a passkey" }).click();
      await expect(section.getByRole("listitem")).toContainText("Not used yet");
      await section.getByRole("button", { name: "Add a passkey" }).click();
      await expect(section.getByText("This device already has a passkey for your account.")).toBeVisible();
      await expect(section.getByRole("listitem")).toHaveCount(1);
    });

    await test.step("log in with it", async () => {
      await logOut(page);
      await authenticator.ownerIs(false);
      await enter.click();
      await expect(page.getByText("Passkey login cancelled.")).toBeVisible();
      await authenticator.ownerIs(true);
      await enter.click();
      await expect(page).toHaveURL(`${reelay.url}${profilePath({ role: "EDITOR", name })}`);
    });

    await test.step("remove it", async () => {
      await page.goto(settingsPath("EDITOR"));
      await expect(section.getByRole("listitem")).toContainText("Last used");
      await section.getByRole("button", { name: /^Remove Chrome/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await expect(section.getByText("No passkeys yet")).toBeVisible();
    });

    await test.step("it no longer logs in", async () => {
      await logOut(page);
      await enter.click();
      await expect(page.getByText("No account has this passkey.")).toBeVisible();
      await expect(page).toHaveURL(/\/auth\?mode=login$/);
    });
    expect(complaints).toEqual([]);
  });

  test("creates the account of an invited person, which has no password", async ({ browser, reelay }) => {
    const creator = await signUp(browser, reelay.url, "mira", "Youtuber");
    const answer = await creator.page.request.post(`${reelay.url}/api/v1/user/invitations`, {
      data: { name: "Ana" },
      headers: { origin: reelay.url },
    });
    const { data } = (await answer.json()) as { data: { path: string } };
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    await plugInAuthenticator(context, page);
    await page.goto(data.path);
    const name = `ana${Date.now()}`;
    await page.getByLabel("Email").fill(`${name}@example.com`);
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await expect(page).toHaveURL(`${reelay.url}${profilePath({ role: "EDITOR", name })}`);
    await page.goto(settingsPath("EDITOR"));
    await expect(page.getByRole("region", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);
    await page.goto(data.path);
    await expect(page).toHaveURL(`${reelay.url}${profilePath({ role: "EDITOR", name })}`);
  });
});

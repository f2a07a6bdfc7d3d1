import { type Browser, expect, type Page } from "@playwright/test";

import { logInPath, oauthPath, signUpPath } from "#core/paths.ts";

/** Opens a path with navigation state. The page must be on Reelay already. */
export async function openWithState(page: Page, path: string, state: object): Promise<void> {
  const entry = JSON.stringify({ usr: state, key: "e2e", idx: 0 });
  await page.evaluate(`history.replaceState(${entry}, "", "${path}")`);
  await page.reload({ waitUntil: "networkidle" });
}

/** Signs up with Google without choosing a role; returns the page. */
export async function signUpWithGoogle(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto(logInPath);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.locator("button.choice").first().click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/c\/profile\//);
  return page;
}

/** Shows the Google login while the server does not respond. */
export async function showPendingGoogleLogin(page: Page): Promise<void> {
  await page.route("**/login-register*", () => undefined);
  await page.goto(`${oauthPath}?code=a-code&state=a-state`);
  await page.getByText("Logging you in with...").waitFor();
}

/** Signs up with a password; the user is on their profile then. */
export async function signUpByForm(page: Page, role: "Youtuber" | "Editor", name: string): Promise<void> {
  await page.goto(signUpPath);
  await page.getByRole("radio", { name: role }).check();
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(`${name} cuts on the beat`);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${role === "Editor" ? "c" : "y"}/profile/${name}$`));
}

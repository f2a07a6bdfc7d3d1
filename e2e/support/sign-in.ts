import type { Browser, Page } from "@playwright/test";

/** Opens an address with what the page before would have carried to it. The page is one of Reelay's already. */
export async function carry(page: Page, path: string, state: object): Promise<void> {
  const held = JSON.stringify({ usr: state, key: "carried", idx: 0 });
  await page.evaluate(`history.replaceState(${held}, "", "${path}")`);
  await page.reload({ waitUntil: "networkidle" });
}

/** Somebody new through Google, who hasn't said yet what they are and has no password. */
export async function comeThroughGoogle(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/auth?mode=login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.locator("button.choice").first().click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/c\/profile\//);
  return page;
}

/** On the way in through Google, with a server that doesn't answer. */
export async function waitForGoogle(page: Page): Promise<void> {
  await page.route("**/login-register*", () => undefined);
  await page.goto("/oauth?code=a-code&state=a-state");
  await page.getByText("Logging you in with...").waitFor();
}

import { type Browser, type BrowserContext, chromium } from "@playwright/test";

import { guestReviewPath, logInPath } from "#core/paths.ts";
import { guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";

import { findChromium } from "../scripts/browser-path.ts";
import type { Settings } from "./figure.ts";
import type { Person } from "./workflow.ts";

export async function launchBrowser(onEnd: Settings["onEnd"]): Promise<Browser> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
  });
  onEnd(() => browser.close());
  return browser;
}

/** Cookies and stored data of a user who is logged in. */
export type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

export async function signedIn(browser: Browser, { url, email, password }: Person): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}${logInPath}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/\/profile\//);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Cookies of a guest who has opened a new link to the version in review, and the URL of the review. */
export async function enterAsGuest(
  browser: Browser,
  creator: Person,
  taskId: number,
): Promise<{ state: State; url: string }> {
  const link = await creator.call(guestLinkEndpoints.createGuestLink, {
    params: { id: taskId },
    body: { mayComment: true, mayDownload: false, mayWatchTogether: true, password: null, expiresAt: null },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${creator.url}${link.path}`);
  await page.getByLabel("Your name").fill("Anna");
  await page.getByRole("button", { name: "Open the review" }).click();
  await page.locator("video").waitFor();
  const state = await context.storageState();
  await context.close();
  return { state, url: `${creator.url}${guestReviewPath(link.id)}` };
}

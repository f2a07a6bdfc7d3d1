import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { chromium, type Browser, type Page } from "@playwright/test";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { overHttp } from "#testing/client.ts";

import { installReelay } from "../e2e/support/reelay.ts";
import { openWithState, showPendingGoogleLogin, signUpWithGoogle } from "../e2e/support/sign-in.ts";
import { findChromium } from "./browser-path.ts";
import { fillStudio } from "./seed/fill.ts";
import { password, people } from "./seed/studio.ts";

/** Saves screenshots of every screen of the sample studio to `screenshots/`: both themes, wide and narrow. */
const folder = resolve(import.meta.dirname, "../screenshots");
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

interface Shot {
  name: string;
  path: string;
  /** Steps after the page has loaded. */
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole("button", { name }).first().click();

const palette = async (page: Page) => {
  await page.keyboard.press("Control+j");
  await page.getByRole("option").first().waitFor();
};

const openConversation = (name: string) => async (page: Page) => {
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.getByRole("link", { name }).click();
  await page.getByRole("log").waitFor();
};

const shots: Record<"nobody" | "newcomer" | "creator" | "editor", Shot[]> = {
  nobody: [
    { name: "landing", path: "/" },
    { name: "sign-up", path: "/auth" },
    { name: "login", path: "/auth?mode=login" },
    { name: "forgot-password", path: "/auth/verify-otp" },
    {
      name: "verify-otp",
      path: "/auth",
      act: (page) =>
        openWithState(page, "/auth/verify-otp", { email: people.meera.email, sentAt: Date.now() }),
    },
    {
      name: "reset-password",
      path: "/auth",
      act: (page) => openWithState(page, "/auth/reset-password", { email: people.meera.email }),
    },
    { name: "oauth", path: "/", act: showPendingGoogleLogin },
    { name: "oauth-refused", path: "/oauth?error=access_denied" },
    { name: "oauth-stopped", path: "/oauth" },
    { name: "pricing", path: "/pricing" },
    { name: "working", path: "/working" },
    { name: "what-we-solve", path: "/what-we-solve" },
    { name: "privacy", path: "/privacy" },
    { name: "terms", path: "/terms-and-conditions" },
    { name: "not-found", path: "/no-such-page" },
  ],
  newcomer: [
    { name: "choose-role", path: "/c/tasks" },
    { name: "newcomer-settings", path: "/c/settings" },
  ],
  creator: [
    { name: "creator-tasks", path: "/y/tasks" },
    {
      name: "creator-completed",
      path: "/y/tasks",
      act: (page) => page.getByRole("tab", { name: /completed/i }).click(),
    },
    {
      name: "creator-rating",
      path: "/y/tasks",
      act: async (page) => {
        await page.getByRole("tab", { name: /completed/i }).click();
        await page.getByRole("button", { name: /^Change your rating/ }).click();
      },
    },
    { name: "creator-create-task", path: "/y/tasks", act: press("Create Task") },
    { name: "creator-profile", path: `/y/profile/${encodeURIComponent(people.meera.name)}` },
    {
      name: "creator-edit-profile",
      path: `/y/profile/${encodeURIComponent(people.meera.name)}`,
      act: press("Edit Profile"),
    },
    { name: "creator-search", path: "/y/tasks", act: palette },
    { name: "creator-settings", path: "/y/settings" },
    { name: "creator-editor-profile", path: `/c/profile/${encodeURIComponent(people.anika.name)}` },
    { name: "creator-notifications", path: "/y/notifications" },
    { name: "creator-messages", path: "/y/messages" },
    { name: "creator-conversation", path: "/y/messages", act: openConversation(people.anika.name) },
    { name: "creator-message-request", path: "/y/messages", act: openConversation(people.jonas.name) },
    { name: "creator-preview", path: "/video-preview/2" },
    { name: "creator-reject", path: "/video-preview/2", act: press("Reject") },
    { name: "creator-details", path: "/task-update/4" },
    { name: "creator-progress", path: "/check-progress/5" },
  ],
  editor: [
    { name: "editor-tasks", path: "/c/tasks" },
    { name: "editor-profile", path: `/c/profile/${encodeURIComponent(people.anika.name)}` },
    { name: "editor-upload", path: "/c/tasks", act: press("Upload video") },
    { name: "editor-preview", path: "/video-preview/3" },
    { name: "editor-notifications", path: "/c/notifications" },
    { name: "editor-conversation", path: "/c/messages", act: openConversation(people.jonas.name) },
  ],
};

await mkdir(folder, { recursive: true });
const { ffmpeg, explanation } = await findFfmpeg(process.env);
if (!ffmpeg) throw new Error(explanation);
const reelay = await installReelay();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
});
try {
  await fillStudio({ transport: overHttp(reelay.url), ffmpeg: ffmpeg.path, say: () => undefined });
  for (const visitor of ["nobody", "newcomer", "creator", "editor"] as const) {
    const state = await stateOf(visitor);
    for (const colorScheme of ["dark", "light"] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const context = await browser.newContext({
          baseURL: reelay.url,
          viewport,
          colorScheme,
          ...(state && { storageState: state }),
        });
        const page = await context.newPage();
        for (const shot of shots[visitor]) await take(page, shot, `${shot.name}-${colorScheme}-${size}.png`);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await reelay.remove();
}

async function take(page: Page, { path, act }: Shot, file: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await act?.(page);
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(folder, file) });
  console.log(file);
}

async function stateOf(visitor: keyof typeof shots) {
  if (visitor === "nobody") return undefined;
  if (visitor === "newcomer") return (await signUpWithGoogle(browser, reelay.url)).context().storageState();
  return signIn(browser, people[visitor === "creator" ? "meera" : "anika"].email);
}

async function signIn(on: Browser, email: string) {
  const context = await on.newContext({ baseURL: reelay.url });
  const page = await context.newPage();
  await page.goto("/auth?mode=login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(/profile/);
  return context.storageState();
}

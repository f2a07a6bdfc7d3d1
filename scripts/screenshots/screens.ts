import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { openWithState, showPendingGoogleLogin, signUpWithGoogle } from "../../e2e/support/sign-in.ts";
import { people } from "../seed/studio.ts";
import { signIn, type Studio } from "./studio.ts";

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

/** Saves screenshots of every screen of the studio to `folder`: both themes, wide and narrow. */
export async function takeScreens(studio: Studio, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const visitor of ["nobody", "newcomer", "creator", "editor"] as const) {
    const state = await stateOf(studio, visitor);
    for (const colorScheme of ["dark", "light"] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const context = await studio.browser.newContext({
          baseURL: studio.reelay.url,
          viewport,
          colorScheme,
          ...(state && { storageState: state }),
        });
        const page = await context.newPage();
        for (const shot of shots[visitor]) {
          await take(page, shot, join(folder, `${shot.name}-${colorScheme}-${size}.png`));
          console.log(`${shot.name}, ${colorScheme}, ${size}`);
        }
        await context.close();
      }
    }
  }
}

async function take(page: Page, { path, act }: Shot, file: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await act?.(page);
  await page.waitForTimeout(900);
  await page.screenshot({ path: file });
}

async function stateOf(studio: Studio, visitor: keyof typeof shots) {
  if (visitor === "nobody") return undefined;
  if (visitor === "newcomer") {
    return (await signUpWithGoogle(studio.browser, studio.reelay.url)).context().storageState();
  }
  return signIn(studio, people[visitor === "creator" ? "meera" : "anika"].email);
}

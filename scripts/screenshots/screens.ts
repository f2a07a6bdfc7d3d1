import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import {
  checkProgressPath,
  howItWorksPath,
  logInPath,
  messagesPath,
  notificationsPath,
  oauthPath,
  previewPath,
  pricingPath,
  privacyPath,
  profilePath,
  publicationsPath,
  resetPasswordPath,
  settingsPath,
  signUpPath,
  taskUpdatePath,
  tasksPath,
  termsPath,
  verifyCodePath,
  whatWeSolvePath,
} from "#core/paths.ts";

import { openWithState, showPendingGoogleLogin, signUpWithGoogle } from "../../e2e/support/sign-in.ts";
import { idOfTask, people } from "../seed/studio.ts";
import { signIn, type Studio } from "./studio.ts";

const sizes = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
};

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

const monsoon = idOfTask("Monsoon on the Konkan line");
const tabla = idOfTask("Tabla, explained with physics");
const saltRoad = idOfTask("Salt road, part two");
const stationMaster = idOfTask("The station master of Ukshi");

const shots: Record<"nobody" | "newcomer" | "creator" | "editor", Shot[]> = {
  nobody: [
    { name: "landing", path: "/" },
    { name: "sign-up", path: signUpPath },
    { name: "login", path: logInPath },
    { name: "forgot-password", path: verifyCodePath },
    {
      name: "verify-otp",
      path: signUpPath,
      act: (page) => openWithState(page, verifyCodePath, { email: people.meera.email, sentAt: Date.now() }),
    },
    {
      name: "reset-password",
      path: signUpPath,
      act: (page) => openWithState(page, resetPasswordPath, { email: people.meera.email }),
    },
    { name: "oauth", path: "/", act: showPendingGoogleLogin },
    { name: "oauth-refused", path: `${oauthPath}?error=access_denied` },
    { name: "oauth-stopped", path: oauthPath },
    { name: "pricing", path: pricingPath },
    { name: "working", path: howItWorksPath },
    { name: "what-we-solve", path: whatWeSolvePath },
    { name: "privacy", path: privacyPath },
    { name: "terms", path: termsPath },
    { name: "not-found", path: "/no-such-page" },
  ],
  newcomer: [
    { name: "choose-role", path: tasksPath("EDITOR") },
    { name: "newcomer-settings", path: settingsPath("EDITOR") },
  ],
  creator: [
    { name: "creator-tasks", path: tasksPath("YOUTUBER") },
    {
      name: "creator-completed",
      path: tasksPath("YOUTUBER"),
      act: (page) => page.getByRole("tab", { name: /completed/i }).click(),
    },
    {
      name: "creator-rating",
      path: tasksPath("YOUTUBER"),
      act: async (page) => {
        await page.getByRole("tab", { name: /completed/i }).click();
        await page
          .getByRole("button", { name: /^Rate / })
          .first()
          .click();
      },
    },
    { name: "creator-create-task", path: tasksPath("YOUTUBER"), act: press("Create Task") },
    { name: "creator-profile", path: profilePath({ role: "YOUTUBER", name: people.meera.name }) },
    {
      name: "creator-edit-profile",
      path: profilePath({ role: "YOUTUBER", name: people.meera.name }),
      act: press("Edit Profile"),
    },
    { name: "creator-search", path: tasksPath("YOUTUBER"), act: palette },
    { name: "creator-settings", path: settingsPath("YOUTUBER") },
    { name: "creator-editor-profile", path: profilePath({ role: "EDITOR", name: people.anika.name }) },
    { name: "creator-notifications", path: notificationsPath("YOUTUBER") },
    { name: "creator-messages", path: messagesPath("YOUTUBER") },
    {
      name: "creator-conversation",
      path: messagesPath("YOUTUBER"),
      act: openConversation(people.anika.name),
    },
    {
      name: "creator-message-request",
      path: messagesPath("YOUTUBER"),
      act: openConversation(people.jonas.name),
    },
    { name: "creator-preview", path: previewPath(monsoon) },
    { name: "creator-reject", path: previewPath(monsoon), act: press("Reject") },
    { name: "creator-details", path: taskUpdatePath(saltRoad) },
    { name: "creator-details-too-early", path: taskUpdatePath(monsoon) },
    {
      name: "creator-start",
      path: taskUpdatePath(saltRoad),
      act: async (page) => {
        await page.getByRole("button", { name: "Save Task" }).click();
        await page.getByRole("button", { name: "Start upload" }).waitFor();
      },
    },
    { name: "creator-progress", path: checkProgressPath(stationMaster) },
    { name: "creator-edit-published", path: taskUpdatePath(stationMaster) },
    { name: "creator-publications", path: publicationsPath("YOUTUBER") },
    {
      name: "creator-compare",
      path: previewPath(monsoon),
      act: async (page) => {
        await page.getByRole("button", { name: /^v2, compare/ }).click();
        await page.getByRole("menuitemradio", { name: "Compare with v1" }).click();
      },
    },
    { name: "creator-no-task", path: previewPath(999) },
  ],
  editor: [
    { name: "editor-tasks", path: tasksPath("EDITOR") },
    { name: "editor-profile", path: profilePath({ role: "EDITOR", name: people.anika.name }) },
    { name: "editor-upload", path: tasksPath("EDITOR"), act: press("Upload video") },
    { name: "editor-preview", path: previewPath(tabla) },
    { name: "editor-notifications", path: notificationsPath("EDITOR") },
    { name: "editor-conversation", path: messagesPath("EDITOR"), act: openConversation(people.jonas.name) },
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

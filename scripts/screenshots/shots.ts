import type { Page } from "@playwright/test";

import {
  adminPath,
  type AdminSection,
  analyticsPath,
  apiReferencePath,
  checkProgressPath,
  commentSheetPath,
  invitationPath,
  howItWorksPath,
  logInPath,
  messagesPath,
  notificationsPath,
  oauthPath,
  previewPath,
  previewTabPath,
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
  versionParameter,
  videoResultsPath,
  whatWeSolvePath,
} from "#core/paths.ts";

import { openWithState, showPendingGoogleLogin } from "../../e2e/support/sign-in.ts";
import { idOfTask, people } from "../seed/studio.ts";

/** A screen to take a picture of. */
export interface Shot {
  name: string;
  path: string;
  /** With all that is below the window. */
  whole?: true;
  /** Steps after the page has loaded. */
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole("button", { name }).first().click();

const palette = async (page: Page) => {
  await page.keyboard.press("Control+j");
  await page.getByRole("dialog").getByRole("option").first().waitFor();
};

const openConversation = (name: string) => async (page: Page) => {
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.getByRole("link", { name }).click();
  await page.getByRole("log").waitFor();
};

export const monsoon = idOfTask("Monsoon on the Konkan line");
const tabla = idOfTask("Tabla, explained with physics");
const saltRoad = idOfTask("Salt road, part two");
const stationMaster = idOfTask("The station master of Ukshi");

const adminSections: readonly AdminSection[] = [
  "overview",
  "users",
  "invitations",
  "storage",
  "jobs",
  "settings",
  "log",
];

/** Visitors whose screens are taken, in this order. */
export const visitors = ["nobody", "newcomer", "creator", "editor", "manager", "operator"] as const;
export type Visitor = (typeof visitors)[number];

export const shots: Record<Visitor, Shot[]> = {
  nobody: [
    { name: "landing", path: "/", whole: true },
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
    { name: "working", path: howItWorksPath, whole: true },
    { name: "what-we-solve", path: whatWeSolvePath, whole: true },
    { name: "privacy", path: privacyPath },
    { name: "terms", path: termsPath },
    { name: "invitation", path: invitationPath() },
    { name: "api-reference", path: apiReferencePath },
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
    { name: "creator-settings", path: settingsPath("YOUTUBER"), whole: true },
    {
      name: "creator-editor-profile",
      path: profilePath({ role: "EDITOR", name: people.anika.name }),
      whole: true,
    },
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
    { name: "creator-analytics", path: analyticsPath("YOUTUBER"), whole: true },
    { name: "creator-results", path: videoResultsPath("YOUTUBER", stationMaster), whole: true },
    { name: "creator-versions", path: previewTabPath(stationMaster, "versions") },
    { name: "creator-history", path: previewTabPath(stationMaster, "history") },
    {
      name: "creator-comment-sheet",
      path: `${commentSheetPath(monsoon)}?${versionParameter}=2`,
      whole: true,
    },
    {
      name: "creator-contributors",
      path: tasksPath("YOUTUBER"),
      act: async (page) => {
        await page.getByRole("button", { name: /^More for Street food/ }).click();
        await page.getByRole("menuitem", { name: "Contributors" }).click();
      },
    },
    { name: "creator-share", path: previewPath(monsoon), act: press("Share for review") },
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
    { name: "editor-analytics", path: analyticsPath("EDITOR"), whole: true },
    { name: "editor-results", path: videoResultsPath("EDITOR", stationMaster), whole: true },
    { name: "editor-settings", path: settingsPath("EDITOR"), whole: true },
  ],
  manager: [
    { name: "manager-tasks", path: tasksPath("YOUTUBER") },
    { name: "manager-preview", path: previewPath(monsoon) },
    { name: "manager-settings", path: settingsPath("YOUTUBER"), whole: true },
  ],
  operator: adminSections.map((section) => ({
    name: `operator-${section}`,
    path: adminPath(section),
    whole: true as const,
  })),
};

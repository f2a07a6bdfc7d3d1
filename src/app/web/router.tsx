import type { RouteObject } from "react-router";

import {
  accountLinkPath,
  analyticsPath,
  apiReferencePath,
  adminPath,
  authorizeUploadPath,
  checkProgressPath,
  commentSheetPath,
  guestReviewPath,
  howItWorksPath,
  invitationPath,
  messagesPath,
  notificationsPath,
  oauthPath,
  ownProfilePath,
  previewPath,
  pricingPath,
  privacyPath,
  publicationsPath,
  resetPasswordPath,
  settingsPath,
  signUpPath,
  startUploadPath,
  taskFilesPath,
  tasksPath,
  taskUpdatePath,
  termsPath,
  unsubscribePath,
  verifyCodePath,
  whatWeSolvePath,
} from "#core/paths.ts";
import type { Role } from "#core/permission.ts";

import { TopLayout } from "./layouts/top-layout.tsx";
import { sessionPage, publicPage } from "./lazy-pages.tsx";
import LandingPage from "./pages/landing.tsx";
import NotFoundPage from "./pages/not-found.tsx";

/** The screens with a sidebar, the same for creators and editors. */
const sidebarScreens: [path: (role: Role) => string, page: RouteObject][] = [
  [tasksPath, sessionPage(() => import("./pages/tasks.tsx"))],
  [messagesPath, sessionPage(() => import("./pages/messages.tsx"))],
  [(role) => `${ownProfilePath(role)}/:username?`, sessionPage(() => import("./pages/profile.tsx"))],
  [notificationsPath, sessionPage(() => import("./pages/notifications.tsx"))],
  [publicationsPath, sessionPage(() => import("./pages/publications.tsx"))],
  [(role) => `${analyticsPath(role)}/:taskId?`, sessionPage(() => import("./pages/analytics.tsx"))],
  [settingsPath, sessionPage(() => import("./pages/settings.tsx"))],
];

function sidebarRoutes(role: Role): RouteObject[] {
  return sidebarScreens.map(([path, page]) => Object.assign({ path: path(role) }, page));
}

const sidebarLayout = sessionPage(async () => {
  const { SidebarLayout } = await import("./layouts/sidebar-layout.tsx");
  return { default: SidebarLayout };
});

const adminLayout = sessionPage(async () => {
  const { AdminLayout } = await import("./layouts/admin-layout.tsx");
  return { default: AdminLayout };
});

const adminScreens: RouteObject[] = [
  { path: adminPath("overview"), ...sessionPage(() => import("./pages/admin/overview.tsx")) },
  { path: adminPath("users"), ...sessionPage(() => import("./pages/admin/users.tsx")) },
  { path: adminPath("invitations"), ...sessionPage(() => import("./pages/admin/invitations.tsx")) },
  { path: adminPath("storage"), ...sessionPage(() => import("./pages/admin/storage.tsx")) },
  { path: adminPath("jobs"), ...sessionPage(() => import("./pages/admin/jobs.tsx")) },
  { path: adminPath("settings"), ...sessionPage(() => import("./pages/admin/settings.tsx")) },
  { path: adminPath("log"), ...sessionPage(() => import("./pages/admin/log.tsx")) },
];

/** The screens of one task, beside the same sidebar. */
const taskRoutes: RouteObject[] = [
  { path: taskFilesPath(":taskId"), ...sessionPage(() => import("./pages/task-files.tsx")) },
  { path: taskUpdatePath(":taskId"), ...sessionPage(() => import("./pages/task-update.tsx")) },
  { path: authorizeUploadPath, ...sessionPage(() => import("./pages/authorize-youtube-upload.tsx")) },
  { path: startUploadPath, ...sessionPage(() => import("./pages/yt-start-upload.tsx")) },
  { path: checkProgressPath(":taskId"), ...sessionPage(() => import("./pages/check-progress.tsx")) },
];

/** Only in `npm run dev`, so not part of the built app. */
const designSystem: RouteObject[] = import.meta.env.DEV
  ? [{ path: "ui", ...sessionPage(() => import("./pages/ui/page.tsx")) }]
  : [];

export const routes: RouteObject[] = [
  {
    element: <TopLayout />,
    children: [
      { index: true, element: <LandingPage /> },
      { path: pricingPath, ...publicPage(() => import("./pages/pricing.tsx")) },
      { path: howItWorksPath, ...publicPage(() => import("./pages/working.tsx")) },
      { path: whatWeSolvePath, ...publicPage(() => import("./pages/what-we-solve.tsx")) },
      { path: apiReferencePath, ...publicPage(() => import("./pages/api-reference.tsx")) },
      { path: signUpPath, ...sessionPage(() => import("./pages/auth.tsx")) },
      { path: verifyCodePath, ...sessionPage(() => import("./pages/verify-otp.tsx")) },
      { path: resetPasswordPath, ...sessionPage(() => import("./pages/reset-password.tsx")) },
      { path: accountLinkPath(), ...sessionPage(() => import("./pages/account-link.tsx")) },
      { path: oauthPath, ...sessionPage(() => import("./pages/oauth.tsx")) },
      { path: invitationPath(), ...sessionPage(() => import("./pages/invitation.tsx")) },
      { path: unsubscribePath(":token"), ...sessionPage(() => import("./pages/unsubscribe.tsx")) },
      ...designSystem,
      { path: "*", element: <NotFoundPage /> },
    ],
  },
  { path: commentSheetPath(":taskId"), ...sessionPage(() => import("./pages/comment-sheet.tsx")) },
  { path: previewPath(":taskId?"), ...sessionPage(() => import("./pages/video-preview.tsx")) },
  { path: guestReviewPath(":linkId"), ...sessionPage(() => import("./pages/guest-review.tsx")) },
  { path: privacyPath, ...publicPage(() => import("./pages/privacy.tsx")) },
  { path: termsPath, ...publicPage(() => import("./pages/terms.tsx")) },
  { ...adminLayout, children: adminScreens },
  {
    ...sidebarLayout,
    children: [...sidebarRoutes("YOUTUBER"), ...sidebarRoutes("EDITOR"), ...taskRoutes],
  },
];

import type { RouteObject } from "react-router";

import { TopLayout } from "./layouts/top-layout.tsx";
import { sessionPage, publicPage } from "./lazy-pages.tsx";

/** The screens with a sidebar, the same for creators (`/y`) and editors (`/c`). */
const sidebarScreens: RouteObject[] = [
  { path: "tasks", ...sessionPage(() => import("./pages/tasks.tsx")) },
  { path: "messages", ...sessionPage(() => import("./pages/messages.tsx")) },
  { path: "profile/:username?", ...sessionPage(() => import("./pages/profile.tsx")) },
  { path: "notifications", ...sessionPage(() => import("./pages/notifications.tsx")) },
  { path: "publications", ...sessionPage(() => import("./pages/publications.tsx")) },
  { path: "settings", ...sessionPage(() => import("./pages/settings.tsx")) },
];

const sidebarLayout = sessionPage(async () => {
  const { SidebarLayout } = await import("./layouts/sidebar-layout.tsx");
  return { default: SidebarLayout };
});

/** Only in `npm run dev`, so not part of the built app. */
const designSystem: RouteObject[] = import.meta.env.DEV
  ? [{ path: "ui", ...sessionPage(() => import("./pages/ui/page.tsx")) }]
  : [];

export const routes: RouteObject[] = [
  {
    element: <TopLayout />,
    children: [
      { index: true, ...publicPage(() => import("./pages/landing.tsx")) },
      { path: "pricing", ...publicPage(() => import("./pages/pricing.tsx")) },
      { path: "working", ...publicPage(() => import("./pages/working.tsx")) },
      { path: "what-we-solve", ...publicPage(() => import("./pages/what-we-solve.tsx")) },
      { path: "auth", ...sessionPage(() => import("./pages/auth.tsx")) },
      { path: "auth/verify-otp", ...sessionPage(() => import("./pages/verify-otp.tsx")) },
      { path: "auth/reset-password", ...sessionPage(() => import("./pages/reset-password.tsx")) },
      { path: "oauth", ...sessionPage(() => import("./pages/oauth.tsx")) },
      {
        path: "authorize-youtube-upload",
        ...sessionPage(() => import("./pages/authorize-youtube-upload.tsx")),
      },
      { path: "yt-startUpload", ...sessionPage(() => import("./pages/yt-start-upload.tsx")) },
      { path: "task-update/:taskId", ...sessionPage(() => import("./pages/task-update.tsx")) },
      { path: "check-progress/:taskId", ...sessionPage(() => import("./pages/check-progress.tsx")) },
      { path: "unsubscribe/:token", ...sessionPage(() => import("./pages/unsubscribe.tsx")) },
      ...designSystem,
      { path: "*", ...publicPage(() => import("./pages/not-found.tsx")) },
    ],
  },
  { path: "comment-sheet/:taskId", ...sessionPage(() => import("./pages/comment-sheet.tsx")) },
  { path: "video-preview/:taskId?", ...sessionPage(() => import("./pages/video-preview.tsx")) },
  { path: "review/:linkId", ...sessionPage(() => import("./pages/guest-review.tsx")) },
  { path: "privacy", ...publicPage(() => import("./pages/privacy.tsx")) },
  { path: "terms-and-conditions", ...publicPage(() => import("./pages/terms.tsx")) },
  { path: "y", ...sidebarLayout, children: sidebarScreens },
  { path: "c", ...sidebarLayout, children: sidebarScreens },
];

import type { RouteObject } from "react-router";

import { TopLayout } from "./layouts/top-layout.tsx";
import { personalPage, publicPage } from "./page-part.tsx";

/** The same work screens under both prefixes (specification, section 2). */
const workScreens: RouteObject[] = [
  { path: "tasks", ...personalPage(() => import("./pages/tasks.tsx")) },
  { path: "profile/:username?", ...personalPage(() => import("./pages/profile.tsx")) },
  { path: "notifications", ...personalPage(() => import("./pages/notifications.tsx")) },
  { path: "settings", ...personalPage(() => import("./pages/settings.tsx")) },
];

const workLayout = personalPage(async () => {
  const { SidebarLayout } = await import("./layouts/sidebar-layout.tsx");
  return { default: SidebarLayout };
});

/** Every address of the app (specification, section 2). */
export const routes: RouteObject[] = [
  {
    element: <TopLayout />,
    children: [
      { index: true, ...publicPage(() => import("./pages/landing.tsx")) },
      { path: "pricing", ...publicPage(() => import("./pages/pricing.tsx")) },
      { path: "working", ...publicPage(() => import("./pages/working.tsx")) },
      { path: "what-we-solve", ...publicPage(() => import("./pages/what-we-solve.tsx")) },
      { path: "auth", ...personalPage(() => import("./pages/auth.tsx")) },
      { path: "auth/verify-otp", ...personalPage(() => import("./pages/verify-otp.tsx")) },
      { path: "auth/reset-password", ...personalPage(() => import("./pages/reset-password.tsx")) },
      { path: "oauth", ...personalPage(() => import("./pages/oauth.tsx")) },
      {
        path: "authorize-youtube-upload",
        ...personalPage(() => import("./pages/authorize-youtube-upload.tsx")),
      },
      { path: "yt-startUpload", ...personalPage(() => import("./pages/yt-start-upload.tsx")) },
      { path: "video-preview/:taskId", ...personalPage(() => import("./pages/video-preview.tsx")) },
      { path: "task-update/:taskId", ...personalPage(() => import("./pages/task-update.tsx")) },
      { path: "check-progress/:taskId", ...personalPage(() => import("./pages/check-progress.tsx")) },
      { path: "*", ...publicPage(() => import("./pages/not-found.tsx")) },
    ],
  },
  { path: "privacy", ...publicPage(() => import("./pages/privacy.tsx")) },
  { path: "terms-and-conditions", ...publicPage(() => import("./pages/terms.tsx")) },
  { path: "y", ...workLayout, children: workScreens },
  { path: "c", ...workLayout, children: workScreens },
];

import type { ComponentType } from "react";
import { createBrowserRouter, type LazyRouteFunction, type RouteObject } from "react-router";

import { AppRoot } from "./layouts/app-root.tsx";
import { BrokenPage } from "./layouts/broken-page.tsx";
import { SidebarLayout } from "./layouts/sidebar-layout.tsx";
import { TopLayout } from "./layouts/top-layout.tsx";

function page(load: () => Promise<{ default: ComponentType }>): LazyRouteFunction<RouteObject> {
  return async () => ({ Component: (await load()).default });
}

/** The same four work screens under both prefixes (specification, section 2). */
const workScreens: RouteObject[] = [
  { path: "tasks", lazy: page(() => import("./pages/tasks.tsx")) },
  { path: "profile/:username?", lazy: page(() => import("./pages/profile.tsx")) },
  { path: "notifications", lazy: page(() => import("./pages/notifications.tsx")) },
];

export const router = createBrowserRouter([
  {
    Component: AppRoot,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      {
        Component: TopLayout,
        children: [
          { index: true, lazy: page(() => import("./pages/landing.tsx")) },
          { path: "auth", lazy: page(() => import("./pages/auth.tsx")) },
          {
            path: "authorize-youtube-upload",
            lazy: page(() => import("./pages/authorize-youtube-upload.tsx")),
          },
          { path: "yt-startUpload", lazy: page(() => import("./pages/yt-start-upload.tsx")) },
          { path: "video-preview/:taskId", lazy: page(() => import("./pages/video-preview.tsx")) },
          { path: "task-update/:taskId", lazy: page(() => import("./pages/task-update.tsx")) },
          { path: "check-progress/:taskId", lazy: page(() => import("./pages/check-progress.tsx")) },
          { path: "*", lazy: page(() => import("./pages/not-found.tsx")) },
        ],
      },
      { path: "y", Component: SidebarLayout, children: workScreens },
      { path: "c", Component: SidebarLayout, children: workScreens },
    ],
  },
]);

import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { openRealtime } from "#core/web/realtime.ts";
import { socketTokenKey } from "#modules/sign-in/web/storage-keys.ts";

import { App } from "./app.tsx";
import { loadPages } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

// Before the first queries: those that start before the connection is established are sent again.
const socketToken = () => localStorage.getItem(socketTokenKey);
if (socketToken()) openRealtime(socketToken);

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
if (root.hasChildNodes()) {
  // The code of a prerendered page has to be loaded first, because a page that is still loading would replace it. If that
  // fails, rendering reports the failure.
  const hydrate = () => hydrateRoot(root, app);
  loadPages(routes, window.location.pathname).then(hydrate, hydrate);
} else {
  createRoot(root).render(app);
}

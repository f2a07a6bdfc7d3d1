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
// Navigation state, which survives a reload, can change the page: it is rendered without the prerendered content.
const { state } = window.history as { state: { usr?: unknown } | null };
const prerendered = root.hasChildNodes() && !state?.usr;
const render = () => {
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
  // For public/start.js: from here on, React handles clicks.
  document.dispatchEvent(new Event("hydrated"));
};
// The code of a prerendered page has to be loaded first, because a page that is still loading would replace it. If that
// fails, rendering reports the failure.
if (prerendered) loadPages(routes, window.location.pathname).then(render, render);
else render();

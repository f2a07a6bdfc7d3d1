import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { firstResponsesId } from "#core/first-responses.ts";
import { openRealtime } from "#core/web/realtime.ts";
import { socketTokenKey } from "#modules/sign-in/web/storage-keys.ts";

import { App } from "./app.tsx";
import { loadPages } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

// Before the first queries: those that start before the connection is established are sent again. Responses in the page's HTML
// would be, too, and are discarded if they are not taken by then.
const socketToken = () => localStorage.getItem(socketTokenKey);
if (socketToken() && !document.getElementById(firstResponsesId))
  openRealtime(() => ({ token: socketToken() }));

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
const render = () => {
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
};
// The code of the page is loaded first: a page that is still loading would replace the prerendered one, and React shows what
// was loading 300 ms later at the earliest. If that fails, rendering reports the failure.
loadPages(routes, window.location.pathname).then(render, render);

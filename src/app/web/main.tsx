import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { App } from "./app.tsx";
import { loadPages } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);
if (root.hasChildNodes()) {
  // The page is prerendered. Its code has to be loaded first, because a page that is still loading would replace it.
  // If that fails, rendering reports the failure. Not `await`: it would divide the scripts into more files.
  const hydrate = () => hydrateRoot(root, app);
  loadPages(routes, window.location.pathname).then(hydrate, hydrate);
} else {
  createRoot(root).render(app);
}

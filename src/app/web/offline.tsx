import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { OfflineScreen } from "#modules/board/web/public/offline-screen.tsx";

// The service worker shows this page at the URL of a page that can't be loaded.
const root = document.getElementById("root");
if (!root) throw new Error("offline.html has no element with the id root");

const reload = () => window.location.reload();
window.addEventListener("online", reload);

createRoot(root).render(
  <StrictMode>
    <OfflineScreen onRetry={reload} />
  </StrictMode>,
);

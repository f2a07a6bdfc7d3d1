import { serveOfflinePage } from "./offline.ts";
import { showPushNotifications } from "./push.ts";
import { installUpdates } from "./updates.ts";

// The service worker, built as `/service-worker.js` by scripts/offline-page.ts. One function per feature adds
// its event listeners.
installUpdates();
serveOfflinePage();
showPushNotifications();

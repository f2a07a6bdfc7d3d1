import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useRoutes } from "react-router";

import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";
import { ignoreComposingKeys } from "#ui/composing-keys.ts";

import { LazySessionServices } from "./layouts/lazy-session.tsx";
import { PageErrorBoundary } from "./layouts/page-error-boundary.tsx";
import { ScrollRestoration } from "./layouts/scroll-restoration.ts";
import { matchedPages } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

const noUpdates = () => () => undefined;

/** False in prerendered pages and while they are hydrated. */
const useRunning = () =>
  useSyncExternalStore(
    noUpdates,
    () => true,
    () => false,
  );

/**
 * The page at the current URL. The session (user, realtime connection, queries, toasts) is loaded with the first page
 * that needs it or when this browser has a stored user, so that public pages stay light for everyone else.
 */
export function App() {
  useEffect(ignoreComposingKeys, []);
  const { key, pathname } = useLocation();
  const screen = useRoutes(routes);
  const pages = matchedPages(routes, pathname);
  const hasStoredUser = useHasStoredUser();
  const running = useRunning();
  const [sessionNeeded, setSessionNeeded] = useState(false);
  if (!sessionNeeded && running && (hasStoredUser || pages.some(({ withSession }) => withSession))) {
    setSessionNeeded(true);
  }
  // Loads a layout and its page in parallel. Rendering the page reports a failure.
  for (const { load } of pages) load().catch(() => undefined);
  return (
    <>
      <PageErrorBoundary locationKey={key}>
        <Suspense fallback={null}>
          {screen}
          <ScrollRestoration />
        </Suspense>
      </PageErrorBoundary>
      {sessionNeeded && <LazySessionServices />}
    </>
  );
}

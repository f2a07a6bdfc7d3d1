import { Suspense, useEffect, useState } from "react";
import { useLocation, useRoutes } from "react-router";

import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";
import { ignoreComposingKeys } from "#ui/composing-keys.ts";

import { LazySessionServices } from "./layouts/lazy-session.tsx";
import { PageErrorBoundary } from "./layouts/page-error-boundary.tsx";
import { ScrollRestoration } from "./layouts/scroll-restoration.ts";
import { loadPages, needsSession } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

/** The page at the current URL. */
export function App() {
  useEffect(ignoreComposingKeys, []);
  const { key, pathname } = useLocation();
  const screen = useRoutes(routes);
  // Loads a layout and its page in parallel. Rendering the page reports a failure.
  loadPages(routes, pathname).catch(() => undefined);
  return (
    <>
      <PageErrorBoundary locationKey={key}>
        <Suspense fallback={null}>
          {screen}
          <ScrollRestoration />
        </Suspense>
      </PageErrorBoundary>
      <NeededSession />
    </>
  );
}

/**
 * The session (user, realtime connection, queries, toasts) is loaded with the first page that needs it or when this browser
 * has a stored user, so that public pages stay light for everyone else.
 */
function NeededSession() {
  const { pathname } = useLocation();
  const hasStoredUser = useHasStoredUser();
  const [needed, setNeeded] = useState(false);
  if (!needed && (hasStoredUser || needsSession(routes, pathname))) setNeeded(true);
  return needed && <LazySessionServices />;
}

import { Suspense, useState } from "react";
import { useLocation, useRoutes } from "react-router";

import { useKnownUser } from "#modules/accounts/web/known-user.tsx";

import { PageErrors } from "./layouts/page-errors.tsx";
import { PlaceOnPage } from "./layouts/place-on-page.tsx";
import { SessionCompanion } from "./layouts/session-parts.tsx";
import { partsAt } from "./page-part.tsx";
import { routes } from "./router.tsx";

/**
 * The page at the address. The session (who is signed in, realtime connection, queries, toasts) is loaded with the
 * first page that needs it, or for a user whom this browser knows, so that the public pages stay light for everybody else.
 */
export function App() {
  const { key, pathname } = useLocation();
  const screen = useRoutes(routes);
  const parts = partsAt(routes, pathname);
  const known = useKnownUser();
  const [awake, setAwake] = useState(false);
  if (!awake && (known || parts.some(({ withSession }) => withSession))) setAwake(true);
  // A layout and its page load side by side; what fails here is shown by the page itself.
  for (const { load } of parts) load().catch(() => undefined);
  return (
    <>
      <PageErrors place={key}>
        <Suspense fallback={null}>
          {screen}
          <PlaceOnPage />
        </Suspense>
      </PageErrors>
      {awake && (
        <Suspense fallback={null}>
          <SessionCompanion />
        </Suspense>
      )}
    </>
  );
}

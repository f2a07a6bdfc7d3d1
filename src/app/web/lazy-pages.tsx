import { lazy, type ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";

import { loadSession } from "./layouts/lazy-session.ts";

type Load = () => Promise<{ default: ComponentType }>;

/** A page or layout that is loaded when its URL is opened. */
interface LazyPage {
  load: Load;
  /** Whether it needs the signed-in user. */
  withSession: boolean;
}

function lazyPage(load: Load, withSession: boolean): Pick<RouteObject, "element" | "handle"> {
  const Page = lazy(load);
  return { element: <Page />, handle: { load, withSession } satisfies LazyPage };
}

/** A route to a page that does not depend on the user. */
export function publicPage(load: Load) {
  return lazyPage(load, false);
}

/** A route to a page or layout that needs the signed-in user. It is loaded together with the session. */
export function sessionPage(load: Load) {
  return lazyPage(async () => {
    const [{ Session }, { default: Page }] = await Promise.all([loadSession(), load()]);
    return {
      default: () => (
        <Session>
          <Page />
        </Session>
      ),
    };
  }, true);
}

/** The layouts and the page that a path matches. */
export function matchedPages(routes: RouteObject[], pathname: string): LazyPage[] {
  const handles: unknown[] = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle);
  return handles.filter(isLazyPage);
}

function isLazyPage(handle: unknown): handle is LazyPage {
  return typeof handle === "object" && handle !== null && "load" in handle;
}

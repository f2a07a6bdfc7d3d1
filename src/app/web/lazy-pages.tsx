import { type ComponentType, lazy, useState } from "react";
import { matchRoutes, type RouteObject } from "react-router";

type Load = () => Promise<{ default: ComponentType }>;

/** A page or layout that is loaded when its URL is opened. */
interface LazyPage {
  load: Load;
  /** Whether it needs the signed-in user. */
  withSession: boolean;
}

function lazyPage(load: Load, withSession: boolean): Pick<RouteObject, "element" | "handle"> {
  let component: ComponentType | null = null;
  const loadOnce = async () => {
    component ??= (await load()).default;
    return { default: component };
  };
  const Lazy = lazy(loadOnce);
  // A loaded page renders at once, also when it is prerendered and hydrated. `lazy` would suspend first.
  const Page = () => {
    const [Content] = useState<ComponentType>(() => component ?? Lazy);
    return <Content />;
  };
  return { element: <Page />, handle: { load: loadOnce, withSession } satisfies LazyPage };
}

/** A route to a page that does not depend on the user. */
export function publicPage(load: Load) {
  return lazyPage(load, false);
}

/** A route to a page or layout that needs the signed-in user. It is loaded together with the session. */
export function sessionPage(load: Load) {
  return lazyPage(async () => {
    const [{ Session }, { default: Page }] = await Promise.all([import("./layouts/session.tsx"), load()]);
    return {
      default: () => (
        <Session>
          <Page />
        </Session>
      ),
    };
  }, true);
}

/** Loads the layouts and the page that a path matches, at the same time. */
export async function loadPages(routes: RouteObject[], pathname: string): Promise<void> {
  await Promise.all(matchedPages(routes, pathname).map(({ load }) => load()));
}

/** Whether a path has a layout or page that needs the signed-in user. */
export function needsSession(routes: RouteObject[], pathname: string): boolean {
  return matchedPages(routes, pathname).some(({ withSession }) => withSession);
}

function matchedPages(routes: RouteObject[], pathname: string): LazyPage[] {
  const handles: unknown[] = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle);
  return handles.filter(isLazyPage);
}

function isLazyPage(handle: unknown): handle is LazyPage {
  return typeof handle === "object" && handle !== null && "load" in handle;
}

import { lazy, useState, type ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";

import { lazyCode } from "#ui/lazy-code.ts";

import { loadSession } from "./layouts/lazy-session.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** A page or layout that is loaded when its URL is opened. */
interface LazyPage {
  load: Load;
  /** Whether it needs the signed-in user. */
  withSession: boolean;
}

/** Milliseconds before further attempts. Until then, the user is not told that the page can't be loaded. */
const pauses = [300, 1000];

function lazyPage(load: Load, withSession: boolean): Pick<RouteObject, "element" | "handle"> {
  const code = lazyCode(load, []);
  const Lazy = lazy(code.load);
  // A loaded page renders at once, also when it is prerendered and hydrated. `lazy` would suspend first.
  const Page = () => {
    const [Content] = useState<ComponentType>(() => code.state().value?.default ?? Lazy);
    return <Content />;
  };
  return { element: <Page />, handle: { load: code.load, withSession } satisfies LazyPage };
}

/** A route to a page that does not depend on the user. */
export function publicPage(load: Load) {
  return lazyPage(lazyCode(load, pauses).load, false);
}

/** A route to a page or layout that needs the signed-in user. It is loaded together with the session. */
export function sessionPage(load: Load) {
  const page = lazyCode(load, pauses);
  return lazyPage(async () => {
    const [{ Session }, { default: Page }] = await Promise.all([loadSession(), page.load()]);
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

/** Loads the layouts and the page that a path matches, so that they render at once. */
export async function loadPages(routes: RouteObject[], pathname: string): Promise<void> {
  await Promise.all(matchedPages(routes, pathname).map(({ load }) => load()));
}

function isLazyPage(handle: unknown): handle is LazyPage {
  return typeof handle === "object" && handle !== null && "load" in handle;
}

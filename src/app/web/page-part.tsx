import { lazy, type ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";

import { loadSession } from "./layouts/session-parts.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** A page or layout that is loaded when its address is opened; `withSession` where it needs to know who is there. */
interface Part {
  load: Load;
  withSession: boolean;
}

function part(load: Load, withSession: boolean): Pick<RouteObject, "element" | "handle"> {
  const Loaded = lazy(load);
  return { element: <Loaded />, handle: { load, withSession } satisfies Part };
}

/** A page that is the same for everybody. */
export function publicPage(load: Load) {
  return part(load, false);
}

/** A page, or a layout over pages, that asks the server about people; it comes together with the session. */
export function personalPage(load: Load) {
  return part(async () => {
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

/** The loaded parts that make up the screen at a path. */
export function partsAt(routes: RouteObject[], pathname: string): Part[] {
  const handles: unknown[] = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle);
  return handles.filter(isPart);
}

function isPart(handle: unknown): handle is Part {
  return typeof handle === "object" && handle !== null && "load" in handle;
}

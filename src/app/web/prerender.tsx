import { prerender as renderComplete } from "react-dom/static";
import { type RouteObject, StaticRouter } from "react-router";

import { App } from "./app.tsx";
import { loadPages } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

/** The path patterns of all pages, without the one for unknown paths. */
export const pagePaths = routePaths(routes, "").filter((path) => path !== "/*");

function routePaths(nested: RouteObject[], parent: string): string[] {
  return nested.flatMap(({ path, children }) => {
    const full = path?.startsWith("/") ? path : path === undefined ? parent : `${parent}/${path}`;
    return children ? routePaths(children, full) : [full || "/"];
  });
}

/** The HTML of a public page as a visitor first sees it. Used by the build only. */
export async function prerender(path: string): Promise<string> {
  await loadPages(routes, path);
  const { prelude } = await renderComplete(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
    // Larger parts would be put in place by an inline script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

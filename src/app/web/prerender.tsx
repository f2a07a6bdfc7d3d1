import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";

import { App } from "./app.tsx";
import { loadPages } from "./lazy-pages.tsx";
import { routes } from "./router.tsx";

/** The HTML of a public page as a visitor first sees it. Used by the build only. */
export async function prerender(path: string): Promise<string> {
  await loadPages(routes, path);
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  );
}

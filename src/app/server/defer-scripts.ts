const startScript = '<script src="/start.js">';
const moduleScript = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const modulePreload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

/**
 * Removes the module script and the preloaded modules from the HTML of the app. `public/start.js` loads them and the
 * `modules` of the page (paths in the build) after the page, which therefore has the whole connection.
 */
export function deferScripts(html: string, modules: ReadonlySet<string>): string {
  const app = moduleScript.exec(html)?.[1];
  if (app === undefined || !html.includes(startScript)) throw new Error("The app has no script to defer.");
  const preloaded = [...html.matchAll(modulePreload)].map(([, href = ""]) => href);
  const all = new Set([...preloaded, ...[...modules].map((file) => `/${file}`)]);
  all.delete(app);
  return html
    .replace(moduleScript, "")
    .replaceAll(modulePreload, "")
    .replace(
      startScript,
      () => `<script src="/start.js" data-app="${app}" data-modules="${[...all].join(" ")}">`,
    );
}

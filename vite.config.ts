import { fileURLToPath } from "node:url";

import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Sonner writes a <style> element when it loads, which `style-src 'self'` forbids. Its rules come with our own
 * stylesheet (src/ui/toaster.css) instead.
 */
function sonnerWithoutStyleElement(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/mu;
  return {
    name: "sonner-without-style-element",
    apply: "build",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs$/u.test(id)) return;
      if (!call.test(code)) this.error("sonner no longer inserts its styles in the way this plugin removes");
      return { code: code.replace(call, ""), map: null };
    },
  };
}

/** Leaves the summaries of endpoints out of the browser's files: only the server's OpenAPI document shows them. */
function contractsWithoutSummaries(): Plugin {
  const summary = /^ {4}summary:\s+"(?:[^"\\]|\\.)*",\n/gmu;
  return {
    name: "contracts-without-summaries",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/[\\/]modules[\\/][^\\/]+[\\/]contract(?:[\\/][\w-]+)?\.ts$/u.test(id)) return;
      return { code: code.replace(summary, ""), map: null };
    },
  };
}

/** The used parts of a module in the build's module graph. */
interface GraphModule {
  isEntry: boolean;
  /** Modules that import it statically. */
  importers: readonly string[];
  /** Modules that load it with `import()`. */
  dynamicImporters: readonly string[];
}

interface ModuleGraph {
  getModuleInfo: (id: string) => GraphModule | null;
}

const entry = /[\\/]app[\\/]web[\\/](?:main\.tsx|index\.html)$/u;
const landing = /[\\/]pages[\\/]landing\.tsx$/u;
/** The other public pages, and the late part of the landing page. */
const publicPages =
  /[\\/](?:pages[\\/](?:pricing|working|what-we-solve|privacy|terms|not-found)|site[\\/]web[\\/]features)\.tsx$/u;
/** The only page with queries and without the layouts of signed-in users. */
const guestReview = /[\\/]pages[\\/]guest-review\.tsx$/u;
const layouts = /[\\/]app[\\/]web[\\/]layouts[\\/]/u;

/** The frame of the screens beside the sidebar. */
const workPage = /[\\/](?:page-header|page-columns|home-link)\.tsx$/u;

/** Icons of the sidebar. */
const sidebarIcons =
  /[\\/]lucide-react[\\/].*[\\/](?:bell|clapperboard|log-out|message-square|settings|user-round)\.m?js$/u;

/** Small parts of every page, also of the public ones. They import nothing but each other. */
const everywhere =
  /[\\/](?:core[\\/]paths|ui[\\/](?:class-names|button-class|skeleton|spinner)|sign-in-options|first-task)\.tsx?$/u;

/** Icons, fields and small hooks of several work screens, which would be a file of some 200 bytes each: of forms and of lists. */
const formParts =
  /[\\/](?:lucide-react[\\/].*[\\/](?:captions|check|chevron-down|chevron-right|image-plus|plus|trash)\.m?js|ui[\\/](?:select-field|text-area|text-field|use-object-url)\.tsx?|use-loading-error\.ts)$/u;
const listParts =
  /[\\/](?:lucide-react[\\/].*[\\/](?:activity|copy|download|ellipsis|external-link|search|upload)\.m?js|ui[\\/](?:empty-state|kbd|search-field|use-current-minute)\.tsx?|new-tab-link\.tsx)$/u;

/** Parts of the player that the timeline of results uses too. */
const timelineParts =
  /[\\/](?:media[\\/]web[\\/]public[\\/](?:timeline-chapters|timeline-marks|use-playlist|use-stable-url|waveform-bars)|media[\\/]rules[\\/](?:frames|playback))\.(?:tsx?|m?js)$/u;

/** Libraries of every signed-in page. Of those that re-export their parts, every part would count as used by all. */
const sessionLibraries = /[\\/]node_modules[\\/](?:@tanstack|zustand|sonner)[\\/]/u;

/**
 * The name of the chunk for a module that several pages share, or `null` where the bundler decides. By itself it makes one
 * for each combination of pages, so that a page loads up to fifty files of a few hundred bytes.
 *
 * `landing` contains what the landing page shares with others, `queries` what the layouts of signed-in pages and a guest's
 * review need besides, and `signed-in` what only the layouts need. The entry's modules stay with it. So chunks import only those that are loaded before them, and never in a circle:
 * `page-weight.test.ts` checks it.
 */
function sharedChunk(id: string, graph: ModuleGraph): string | null {
  if (id.includes("node_modules") && !sessionLibraries.test(id)) return null;
  const roots = rootsOf(id, graph);
  const isNeededBy = (pages: RegExp) => roots.some((root) => pages.test(root));
  if (roots.length < 2 || isNeededBy(entry)) return null;
  // Signed-in pages load the chunk of the landing page, but not what only public pages show.
  if (isNeededBy(landing))
    return roots.every((root) => landing.test(root) || publicPages.test(root)) ? null : "landing";
  if (isNeededBy(publicPages)) return null;
  if (!isNeededBy(layouts)) return null;
  return isNeededBy(guestReview) ? "queries" : "signed-in";
}

/** The entry and the modules loaded with `import()` that need a module, which may be one itself. */
function rootsOf(id: string, graph: ModuleGraph): string[] {
  const seen = new Set([id]);
  for (const module of seen) {
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
  }
  return [...seen].filter((module) => {
    const info = graph.getModuleInfo(module);
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
  });
}

export default defineConfig({
  root: fileURLToPath(new URL("src/app/web", import.meta.url)),
  publicDir: "../../../public",
  plugins: [react(), tailwind(), sonnerWithoutStyleElement(), contractsWithoutSummaries()],
  resolve: {
    alias: { "react-style-singleton": fileURLToPath(new URL("src/ui/style-singleton.ts", import.meta.url)) },
  },
  build: {
    outDir: "../../../dist/web",
    emptyOutDir: true,
    target: ["chrome123", "edge123", "firefox132", "safari17.5"],
    manifest: true,
    // The licence texts of all bundled packages, which most licences require (THIRD_PARTY_NOTICES.md).
    license: { fileName: "licenses.md" },
    // Nothing becomes a data: URL, so that fonts pass `font-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs comes in one file: a dozen small ones compress 4 KB worse on the way to the first page.
    rolldownOptions: {
      output: {
        // The landing page loads the names of all chunks: they are only a short hash, and hexadecimal ones compress better.
        hashCharacters: "hex",
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".avif"))
            ? "assets/[hash:8][extname]"
            : "assets/[name]-[hash:8][extname]",
        codeSplitting: {
          groups: [
            { name: "base", test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/u },
            {
              name: "zod",
              test: /[\\/]node_modules[\\/]zod[\\/]|[\\/](?:zod-config|validation-messages)\.ts$/u,
            },
            // All of them are needed by every signed-in page.
            { name: "messages", test: /[\\/](?:realtime-messages|query-keys)\.ts$/u },
            { name: "work-page", test: workPage, includeDependenciesRecursively: false },
            { name: "timeline", test: timelineParts, includeDependenciesRecursively: false },
            { name: "sidebar-icons", test: sidebarIcons, includeDependenciesRecursively: false },
            { name: "everywhere", test: everywhere, includeDependenciesRecursively: false },
            // The pages of operators are few and opened one after the other. Their dialogs are loaded when they are opened.
            {
              name: "operators",
              test: /[\\/]modules[\\/]operators[\\/](?!.*-dialog\.tsx$)/u,
              includeDependenciesRecursively: false,
            },
            { name: "form-parts", test: formParts, includeDependenciesRecursively: false },
            { name: "list-parts", test: listParts, includeDependenciesRecursively: false },
            { name: sharedChunk, debugName: "shared", priority: -1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});

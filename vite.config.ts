import { fileURLToPath } from "node:url";

import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Sonner writes a <style> element when it loads, which `style-src 'self'` forbids. Its rules come with our own
 * stylesheet (src/ui/toaster.css) instead.
 */
function sonnerWithoutStyleElement(): Plugin {
  const call = '__insertCSS("';
  return {
    name: "sonner-without-style-element",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("/sonner/dist/index.mjs")) return;
      if (!code.includes(call))
        this.error("sonner no longer inserts its styles in the way this plugin removes");
      return { code: code.replace(call, `void ("`), map: null };
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL("src/app/web", import.meta.url)),
  publicDir: "../../../public",
  plugins: [react(), tailwind(), sonnerWithoutStyleElement()],
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
    rolldownOptions: {
      output: {
        // By itself, the bundler makes a file for each combination of pages that share something: over a hundred per page.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "forms", test: /node_modules\/(@hookform|react-hook-form)\//, priority: 1 },
            // Evaluated before every schema, so that zod doesn't try what the content security policy forbids.
            {
              name: "zod",
              test: /node_modules\/zod\/|\/(?:zod-config|validation-messages)\.ts$/,
              priority: 1,
            },
            { name: "shared", minShareCount: 8 },
          ],
        },
      },
    },
  },
});

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
    // What every page needs comes in one file: a dozen small ones compress 4 KB worse on the way to the first page.
    rolldownOptions: {
      output: {
        // The landing page loads the names of all chunks: they are only a hash, and hexadecimal ones compress better.
        hashCharacters: "hex",
        chunkFileNames: "assets/[hash:8].js",
        codeSplitting: {
          groups: [
            { name: "base", test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/u },
            { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]zod-config\.ts$/u },
            // All of them are needed by every signed-in page.
            { name: "messages", test: /[\\/](?:realtime-messages|query-keys)\.ts$/u },
          ],
        },
      },
    },
  },
});

import { registerHooks } from "node:module";

/*
 * Resolves the imports between the files of drizzle-orm. For each of them Node.js parses the package's manifest of 180 kB
 * again, which is a third of the processor's time that the imports of the server take.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.startsWith(".") || !parentURL?.includes("/node_modules/drizzle-orm/")) {
      return next(specifier, context);
    }
    // The CommonJS files end with .cjs. A file that does not exist is reported when it is loaded.
    if (!parentURL.endsWith(".js") || !specifier.endsWith(".js")) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});

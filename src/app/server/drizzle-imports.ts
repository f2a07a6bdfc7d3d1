import { registerHooks, type ResolveFnOutput } from "node:module";

/*
 * Resolves imports of and between the files of drizzle-orm. For each of them Node.js parses the package's manifest of 180 kB
 * again, which is almost half of the processor's time that the imports of the server take.
 */
const entries = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (parentURL?.includes("/node_modules/drizzle-orm/")) {
      // The CommonJS files end with .cjs. A file that does not exist is reported when it is loaded.
      const isModule = specifier.startsWith(".") && parentURL.endsWith(".js") && specifier.endsWith(".js");
      if (!isModule) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    }
    // There is one drizzle-orm, which is imported, not required, by the files of the server.
    if (!specifier.startsWith("drizzle-orm/") && specifier !== "drizzle-orm") return next(specifier, context);
    const resolved = entries.get(specifier) ?? next(specifier, context);
    entries.set(specifier, resolved);
    return { ...resolved, shortCircuit: true };
  },
});

import { existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";

import "./require-node.js";

// V8 otherwise lets the heap grow by so little that the buffers of one upload make it mark everything ten times a second.
setFlagsFromString("--heap-growing-percent=200");

const root = resolve(import.meta.dirname, "../../..");
// What Node compiles on this machine it compiles once; without a place to keep it, it does so at every start.
enableCompileCache(join(root, ".cache/compiled"));
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const { start } = await import("./start.ts");
await start({
  root,
  env: process.env,
  web: !process.argv.includes("--api-only"),
  print: (line) => process.stdout.write(`${line}\n`),
}).catch((error: unknown) => {
  process.stderr.write(
    `\nReelay could not start.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
flushCompileCache();

import { existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";

import "./require-node.js";

// By default V8 grows the heap so slowly that the buffers of one upload cause ten full collections per second.
setFlagsFromString("--heap-growing-percent=200");

const root = resolve(import.meta.dirname, "../../..");
// Keeps compiled code between starts.
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

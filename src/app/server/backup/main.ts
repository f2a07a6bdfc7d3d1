import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

import "../require-node.js";

const root = resolve(import.meta.dirname, "../../../..");
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const { runCommand } = await import("./command.ts");
process.exitCode = await runCommand({
  root,
  arguments: process.argv.slice(2),
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});

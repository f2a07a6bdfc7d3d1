import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

import "../require-node.js";

const root = resolve(import.meta.dirname, "../../../..");
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const { readConfig } = await import("../config.ts");
const { createLog } = await import("../log.ts");
const { acceptSettings } = await import("./accept-settings.ts");
try {
  await acceptSettings({
    root,
    config: readConfig(process.env),
    say: (line) => process.stdout.write(`${line}\n`),
    log: createLog("warn"),
  });
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import type { Reelay } from "./reelay.ts";

const root = resolve(import.meta.dirname, "../..");

/** Makes a user with a confirmed email an operator with the command, while the server runs. */
export async function makeOperator({ dataFolder }: Reelay, email: string): Promise<void> {
  const command = join(root, "src/app/server/user-command/main.ts");
  await promisify(execFile)(process.execPath, [command, "make-operator", email], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataFolder },
  });
}

import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import type { Reelay } from "./reelay.ts";

const root = resolve(import.meta.dirname, "../..");

/** Makes a user an operator with the command, while the server runs. The email must be confirmed, or is confirmed by it. */
export async function makeOperator(
  { dataFolder }: Reelay,
  email: string,
  { confirmEmail = false } = {},
): Promise<void> {
  const command = join(root, "src/app/server/user-command/main.ts");
  await promisify(execFile)(
    process.execPath,
    [command, "make-operator", email, ...(confirmEmail ? ["--confirm-email"] : [])],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataFolder },
    },
  );
}

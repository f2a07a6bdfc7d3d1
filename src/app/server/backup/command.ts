import { resolve } from "node:path";

import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { createBackup } from "./create-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

interface Command {
  root: string;
  /** `backup` or `restore`, then the folder of the backup. */
  arguments: readonly string[];
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/**
 * Runs `npm run backup` or `npm run restore`; returns the exit code. The first SIGINT or SIGTERM
 * ends it in good order, a second one at once.
 */
export async function runCommand(command: Command): Promise<number> {
  const { root, env, say, complain } = command;
  const [name, folder, ...rest] = command.arguments;
  if (folder === undefined || rest.length > 0) {
    complain(`Usage: npm run ${name} -- ${name === "restore" ? "BACKUP" : "TARGET"}`);
    return 2;
  }
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interruption.abort(new Error("Interrupted.")));
  }
  try {
    const config = readConfig(env);
    const log = createLog("warn");
    // npm changes to the package's folder.
    const path = resolve(env["INIT_CWD"] ?? "", folder);
    const { signal } = interruption;
    if (name === "restore") await restoreBackup({ root, config, source: path, say, log, signal });
    else await createBackup({ root, config, target: path, say, log, signal });
    return 0;
  } catch (error) {
    const cause = interruption.signal.aborted ? interruption.signal.reason : error;
    complain(`\nThe ${name} failed. ${cause instanceof Error ? cause.message : String(cause)}`);
    return 1;
  }
}

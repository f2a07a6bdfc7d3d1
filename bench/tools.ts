import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "tools");

/**
 * Path of `file`, such as `lighthouse/cli/index.js`, in the packages of `bench/tools`. Installs them first if they are
 * missing or older than their lock file; throws if that fails.
 */
export function toolFile(file: string): string {
  if (!isInstalled()) install();
  return join(folder, "node_modules", file);
}

/** npm writes the list of installed packages last, so it is also missing after an installation that was interrupted. */
function isInstalled(): boolean {
  const list = join(folder, "node_modules/.package-lock.json");
  return existsSync(list) && statSync(list).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
}

function install(): void {
  console.log("Installing the packages of bench/tools (180 MB) with `npm ci --prefix bench/tools` …");
  const { status, stdout, stderr, error } = spawnSync("npm", ["ci", "--prefix", folder], {
    encoding: "utf8",
  });
  if (status === 0) return;
  const reason = error?.message ?? `${stderr}\n${stdout}`.trim().split("\n").slice(0, 6).join("\n");
  throw new Error(
    `The packages of bench/tools could not be installed. Check the connection to the npm registry and try again.\n${reason}`,
  );
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Settings } from "./figure.ts";

/** Starts a script of `baselines/` for the row and returns the port that it prints. */
export async function startBaseline(
  script: string,
  args: readonly string[],
  { onEnd }: Pick<Settings, "onEnd">,
): Promise<number> {
  const path = fileURLToPath(new URL(`baselines/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onEnd(async () => child.kill());
  const [port]: unknown[] = await once(child.stdout, "data");
  return Number(String(port));
}

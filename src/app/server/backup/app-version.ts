import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

const packageShape = z.object({ version: z.string() });

/** The version of this application. */
export async function appVersion(root: string): Promise<string> {
  return packageShape.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8"))).version;
}

/** True where version `one` is newer than `other`, by its numbers. */
export function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) > 0;
}

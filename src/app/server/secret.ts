import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The configured secret, otherwise one generated once in the data folder, readable by its owner only. */
export async function applicationSecret(configured: string | null, dataFolder: string): Promise<string> {
  if (configured) return configured;
  const file = join(dataFolder, "secret");
  await mkdir(dataFolder, { recursive: true });
  try {
    await writeFile(file, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(file, "utf8");
}

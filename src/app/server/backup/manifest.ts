import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

/** Version of the layout that this code writes and reads. */
const format = 1;
const manifestName = "manifest.json";
const checksumName = "manifest.json.sha256";

/** Relative to the backup, with `/` between segments. */
const path = z.string().refine((text) => !/^\/|(^|\/)\.\.(\/|$)/.test(text), "leads out of the backup");

const part = z.object({
  path,
  bytes: z.number(),
  /** Lower-case hex. */
  sha256: z.string(),
});

const table = z.object({
  schema: z.string(),
  name: z.string(),
  /** In the order of the part's columns; generated columns are left out. */
  columns: z.array(z.string()),
  rows: z.number(),
  /** Path of the part in PostgreSQL's COPY text format. */
  part: path,
});

const sequence = z.object({ schema: z.string(), name: z.string(), lastValue: z.string() });

const migration = z.object({ hash: z.string(), createdAt: z.number() });

const manifest = z.object({
  format: z.number(),
  appVersion: z.string(),
  createdAt: z.iso.datetime(),
  postgresVersion: z.string(),
  /** Migrations that the database had, oldest first. */
  migrations: z.array(migration),
  /** Version of pg-boss' schema; null where there is none. */
  jobsVersion: z.number().nullable(),
  /** Recognizes the application secret without revealing it. */
  secretDigest: z.string(),
  /** The bucket with the stored files; null where the backup contains them. */
  objectStore: z.object({ endpoint: z.string().nullable(), bucket: z.string() }).nullable(),
  tables: z.array(table),
  sequences: z.array(sequence),
  parts: z.array(part),
});

export type Part = z.infer<typeof part>;
export type Manifest = z.infer<typeof manifest>;
export type TableEntry = z.infer<typeof table>;
export type SequenceEntry = z.infer<typeof sequence>;
export type MigrationEntry = z.infer<typeof migration>;

/** Writes the manifest and its checksum, the last two files of a backup, to the disk. */
export async function writeManifest(folder: string, entries: Omit<Manifest, "format">): Promise<void> {
  const text = `${JSON.stringify({ format, ...entries }, null, 2)}\n`;
  const options = { flag: "wx", mode: 0o600, flush: true };
  await writeFile(join(folder, manifestName), text, options);
  await writeFile(join(folder, checksumName), `${textHash(text)}  ${manifestName}\n`, options);
}

/** Reads the manifest of the backup in `folder`. Throws when it is missing, damaged or of a newer format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => null);
  if (text === null) {
    throw new Error(`${folder} is not a complete backup: it has no ${manifestName}. Choose another backup.`);
  }
  const recorded = await readFile(join(folder, checksumName), "utf8").catch(() => "");
  if (recorded.split(" ")[0] !== textHash(text)) {
    throw new Error(
      `${manifestName} in ${folder} is damaged: it does not match ${checksumName}. Choose another backup.`,
    );
  }
  const parsed = manifest.parse(JSON.parse(text));
  if (parsed.format > format) {
    throw new Error(
      `The backup was made by Reelay ${parsed.appVersion}. Install that version or a newer one.`,
    );
  }
  return parsed;
}

function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

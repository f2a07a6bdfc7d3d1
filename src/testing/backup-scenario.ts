import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Client } from "pg";
import { pino } from "pino";
import { expect } from "vitest";

import { type BackupOptions, createBackup } from "#app/server/backup/create-backup.ts";
import { type Manifest, readManifest, writeManifest } from "#app/server/backup/manifest.ts";
import { restoreBackup, type RestoreOptions } from "#app/server/backup/restore-backup.ts";

import { type EmptyDatabase, emptyDatabase, type FreshDatabase, freshDatabase, poolUrl } from "./database.ts";
import { freePort } from "./free-port.ts";

const root = resolve(import.meta.dirname, "../..");
const log = pino({ level: "silent" });

export const bucketSettings = {
  endpoint: null,
  region: "us-east-1",
  bucket: "reels",
  accessKeyId: "a",
  secretAccessKey: "b",
};

export async function addPerson(client: Pick<Client, "query">, name: string): Promise<void> {
  await client.query(
    `insert into people (email, name, name_key, role, created_at) values ($1, $2, $2, 'EDITOR', now())`,
    [`${name}@example.com`, name],
  );
}

/** A task whose publishing failed. */
export const failedDelivery = `
  insert into videos (id, file_name, type, bytes, state, created_at)
    values ('00000000-0000-4000-8000-000000000001', 'cut.mp4', 'video/mp4', 1, 'ready', now());
  insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    values (1, 1, 'approved', 'Tides', 'Cut.', now(), 'Tides', 'Slowly.', false, '{}', '{}', now(), now());
  insert into deliveries (task_id, kind, person_id, video_id, bytes, step, problem_code, visibility, consent, started_at)
    values (1, 'youtube', 1, '00000000-0000-4000-8000-000000000001', 1, 'upload', 'Quota', 'public', '{}', now())`;

export interface BackupScenario {
  /** The database that is backed up. It has one user. */
  source: FreshDatabase;
  /** An empty database, to which backups are restored. */
  target: EmptyDatabase;
  /** Contains the data folder `data`, with two files and the secret. */
  folder: string;
  inFolder: (name: string) => string;
  /** Backs up the source and `data` to `backup`. */
  backUp: (more?: Partial<BackupOptions>, config?: Partial<BackupOptions["config"]>) => Promise<unknown>;
  /** Restores `backup` to the target and the data folder `restored`. */
  restore: (more?: Partial<RestoreOptions>, config?: Partial<RestoreOptions["config"]>) => Promise<unknown>;
  /** Rows of a query in the target. */
  rowsOf: <T extends object>(statement: string) => Promise<T[]>;
  /** Writes the manifest of the backup again, with another content. */
  changeManifest: (change: (manifest: Manifest) => Partial<Manifest>) => Promise<void>;
  expectNothingRestored: () => Promise<void>;
  end: () => Promise<void>;
}

/** Creates the source; `begin` prepares the rest for each test. */
export async function startBackups(): Promise<{
  begin: () => Promise<BackupScenario>;
  close: () => Promise<void>;
}> {
  const [port, source] = [await freePort(), await freshDatabase()];
  await addPerson(source.pool, "anika\twith a tab,\na line break and a \\");
  return { begin: () => backupScenario(source, port), close: () => source.close() };
}

async function backupScenario(source: FreshDatabase, port: number): Promise<BackupScenario> {
  const target = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "reelay-backup-"));
  const inFolder = (name: string) => join(folder, name);
  await mkdir(inFolder("data/files/objects/files"), { recursive: true });
  await writeFile(inFolder("data/files/objects/files/one"), "one");
  await writeFile(inFolder("data/files/objects/files/empty"), "");
  await writeFile(inFolder("data/secret"), "a secret of the tests, long enough to be one");
  const options = { root, say: () => undefined, log, signal: new AbortController().signal };
  const rowsOf = async <T extends object>(statement: string): Promise<T[]> => {
    const client = new Client({ connectionString: target.url });
    await client.connect();
    const { rows } = await client.query<T>(statement).finally(() => client.end());
    return rows;
  };
  return {
    source,
    target,
    folder,
    inFolder,
    rowsOf,
    backUp: (more = {}, config = {}) =>
      createBackup({
        ...options,
        target: inFolder("backup"),
        ...more,
        config: {
          dataFolder: inFolder("data"),
          databaseUrl: poolUrl(source.connection),
          objectStore: null,
          appSecret: null,
          ...config,
        },
      }),
    restore: (more = {}, config = {}) =>
      restoreBackup({
        ...options,
        source: inFolder("backup"),
        ...more,
        config: {
          dataFolder: inFolder("restored"),
          databaseUrl: target.url,
          objectStore: null,
          appSecret: null,
          listenOn: "127.0.0.1",
          port,
          ...config,
        },
      }),
    changeManifest: async (change) => {
      const manifest = await readManifest(inFolder("backup"));
      await rm(inFolder("backup/manifest.json"));
      await rm(inFolder("backup/manifest.json.sha256"));
      await writeManifest(inFolder("backup"), { ...manifest, ...change(manifest) });
    },
    expectNothingRestored: async () => {
      expect(await rowsOf("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
      await expect(stat(inFolder("restored"))).rejects.toThrow("ENOENT");
    },
    end: async () => {
      await target.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

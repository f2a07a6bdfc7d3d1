import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { getRollbackPlans } from "pg-boss";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import {
  type EmptyDatabase,
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  urlOf,
} from "#testing/database.ts";
import { freePort } from "#testing/free-port.ts";

import { readIdentity } from "../installation/identity.ts";
import { requireSameInstallation } from "../installation/require-same.ts";
import { type BackupOptions, createBackup } from "./create-backup.ts";
import { installedJobsVersion } from "./jobs-schema.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { applyMigrations, readMigrations } from "./migrations.ts";
import { restoreBackup, type RestoreOptions } from "./restore-backup.ts";
import { requireNoUnfinishedRestore } from "./restore-marker.ts";

const root = resolve(import.meta.dirname, "../../../..");
const log = pino({ level: "silent" });

let source: FreshDatabase;
let target: EmptyDatabase;
let folder: string;
let port: number;

const inFolder = (name: string) => join(folder, name);

async function addPerson(client: Pick<Client, "query">, name: string): Promise<void> {
  await client.query(
    `insert into people (email, name, name_key, role, created_at) values ($1, $2, $2, 'EDITOR', now())`,
    [`${name}@example.com`, name],
  );
}

beforeAll(async () => {
  port = await freePort();
  source = await freshDatabase();
  await addPerson(source.pool, "anika\twith a tab,\na line break and a \\");
});

afterAll(() => source.drop());

beforeEach(async () => {
  target = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelay-backup-"));
  await mkdir(inFolder("data/files/objects/files"), { recursive: true });
  await writeFile(inFolder("data/files/objects/files/one"), "one");
  await writeFile(inFolder("data/files/objects/files/empty"), "");
  await writeFile(inFolder("data/secret"), "a secret of the tests, long enough to be one");
});

afterEach(async () => {
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

function backUp(more: Partial<BackupOptions> = {}, config: Partial<BackupOptions["config"]> = {}) {
  return createBackup({
    root,
    target: inFolder("backup"),
    say: () => undefined,
    log,
    signal: new AbortController().signal,
    ...more,
    config: {
      dataFolder: inFolder("data"),
      databaseUrl: urlOf(source.connection),
      objectStore: null,
      appSecret: null,
      ...config,
    },
  });
}

function restore(more: Partial<RestoreOptions> = {}, config: Partial<RestoreOptions["config"]> = {}) {
  return restoreBackup({
    root,
    source: inFolder("backup"),
    say: () => undefined,
    log,
    signal: new AbortController().signal,
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
  });
}

async function rowsOf<T extends object>(statement: string): Promise<T[]> {
  const client = new Client({ connectionString: target.url });
  await client.connect();
  const { rows } = await client.query<T>(statement).finally(() => client.end());
  return rows;
}

/** Writes the manifest again, with another content. */
async function changeManifest(change: (manifest: Manifest) => Partial<Manifest>): Promise<void> {
  const manifest = await readManifest(inFolder("backup"));
  await rm(inFolder("backup/manifest.json"));
  await rm(inFolder("backup/manifest.json.sha256"));
  await writeManifest(inFolder("backup"), { ...manifest, ...change(manifest) });
}

async function expectNothingRestored(): Promise<void> {
  expect(await rowsOf("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  await expect(stat(inFolder("restored"))).rejects.toThrow("ENOENT");
}

/** A task whose publishing failed. Before migration 0013 a delivery has a `problem`, from then on only its code. */
const failedDelivery = (problemColumn: "problem" | "problem_code") => `
  insert into videos (id, file_name, type, bytes, fingerprint, state, created_at)
    values ('00000000-0000-4000-8000-000000000001', 'cut.mp4', 'video/mp4', 1, 'cut', 'ready', now());
  insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    values (1, 1, 'approved', 'Tides', 'Cut.', now(), 'Tides', 'Slowly.', false, '{}', '{}', now(), now());
  insert into deliveries (task_id, ${problemColumn === "problem" ? "" : "kind,"} person_id, video_id, bytes, step, ${problemColumn},
      visibility, consent, started_at)
    values (1, ${problemColumn === "problem" ? "" : "'youtube',"} 1, '00000000-0000-4000-8000-000000000001', 1, 'upload', 'Quota', 'public', '{}', now())`;

const s3 = { endpoint: null, region: "us-east-1", bucket: "reels", accessKeyId: "a", secretAccessKey: "b" };

describe("a backup", () => {
  it("restores rows, sequences and files, and leaves out temporary ones", async () => {
    await mkdir(inFolder("data/files/incoming"), { recursive: true });
    await mkdir(inFolder("data/scratch"), { recursive: true });
    await writeFile(inFolder("data/files/incoming/half"), "half");
    await writeFile(inFolder("data/scratch/half"), "half");
    await writeFile(inFolder("data/vapid-keys.json"), "{}");
    await backUp();
    await restore();

    const [before] = (await source.pool.query("select * from people")).rows as object[];
    expect(await rowsOf("select * from people")).toEqual([before]);
    const client = new Client({ connectionString: target.url });
    await client.connect();
    await addPerson(client, "second");
    await client.end();
    expect(await rowsOf("select id from people order by id")).toEqual([{ id: "1" }, { id: "2" }]);
    expect((await readdir(inFolder("restored"), { recursive: true })).sort()).toEqual([
      "files",
      "files/objects",
      "files/objects/files",
      "files/objects/files/empty",
      "files/objects/files/one",
      "files/store-id",
      "secret",
      "vapid-keys.json",
    ]);
    expect(await readFile(inFolder("restored/files/objects/files/one"), "utf8")).toBe("one");
  });

  it("restores references between tables, which reject what they rejected before", async () => {
    await backUp();
    await restore();
    const references = "select count(*)::int as n from pg_constraint where contype = 'f'";
    expect(await rowsOf(references)).toEqual((await source.pool.query(references)).rows);
  });

  it("contains what SQLite has not yet moved out of its log", async () => {
    await mkdir(inFolder("data/sandbox"));
    const open = new DatabaseSync(inFolder("data/sandbox/sandbox.sqlite"));
    open.exec("pragma journal_mode = wal; create table t (n); insert into t values (7)");
    await backUp();
    open.close();
    await restore();
    expect(await readdir(inFolder("restored/sandbox"))).toEqual(["sandbox.sqlite"]);
    const copy = new DatabaseSync(inFolder("restored/sandbox/sandbox.sqlite"));
    expect(copy.prepare("select n from t").all()).toEqual([{ n: 7 }]);
    copy.close();
  });

  it("can be read by its owner only", async () => {
    await backUp();
    const modes = await Promise.all(
      ["backup", "backup/data/secret", "backup/manifest.json"].map(async (name) =>
        ((await stat(inFolder(name))).mode & 0o777).toString(8),
      ),
    );
    expect(modes).toEqual(["700", "600", "600"]);
  });

  it("that is interrupted leaves nothing", async () => {
    const interruption = new AbortController();
    interruption.abort(new Error("Interrupted."));
    await expect(backUp({ signal: interruption.signal })).rejects.toThrow("aborted");
    expect(await readdir(folder)).toEqual(["data"]);
  });

  it("that was killed is called partial, and refused", async () => {
    await backUp({ target: inFolder("backup") });
    await rm(inFolder("backup/manifest.json"));
    await expect(restore()).rejects.toThrow("is not a complete backup: it has no manifest.json");
    await mkdir(inFolder("next.partial"));
    await expect(backUp({ target: inFolder("next") })).rejects.toThrow(
      "next.partial already exists. It was left by an interrupted backup",
    );
  });

  it("overwrites nothing", async () => {
    await mkdir(inFolder("backup"));
    await expect(backUp()).rejects.toThrow("backup already exists. Delete it or choose another target.");
  });

  it("is not written into the data folder", async () => {
    await expect(backUp({ target: inFolder("data/backup") })).rejects.toThrow("Choose a target elsewhere.");
  });

  it("needs something to back up", async () => {
    const config = { dataFolder: inFolder("nothing"), databaseUrl: null };
    await expect(backUp({}, config)).rejects.toThrow("nothing has nothing to back up");
    expect(await readdir(folder)).toEqual(["data"]);
  });
});

describe("a restore refuses", () => {
  it("a damaged file, before it changes anything", async () => {
    await backUp();
    await writeFile(inFolder("backup/data/files/objects/files/one"), "two");
    await expect(restore()).rejects.toThrow("data/files/objects/files/one: its SHA-256 differs");
    await expectNothingRestored();
  });

  it("a table that lost its end", async () => {
    await backUp();
    await writeFile(inFolder("backup/database/public.people.copy"), "");
    await expect(restore()).rejects.toThrow("database/public.people.copy: it has 0 bytes instead of");
    await expectNothingRestored();
  });

  it("a missing file", async () => {
    await backUp();
    await rm(inFolder("backup/data/secret"));
    await rm(inFolder("backup/data/files/objects/files/one"));
    await expect(restore({}, { appSecret: "a secret of the tests, long enough to be one" })).rejects.toThrow(
      "it is missing",
    );
    await expectNothingRestored();
  });

  it("a damaged manifest", async () => {
    await backUp();
    await writeFile(inFolder("backup/manifest.json"), "{}");
    await expect(restore()).rejects.toThrow("manifest.json in");
  });

  it("a data folder that is not empty", async () => {
    await backUp();
    await mkdir(inFolder("restored"));
    await writeFile(inFolder("restored/secret"), "another");
    await expect(restore()).rejects.toThrow("restored is not empty: it has secret. Move it away");
  });

  it("a database that is not empty", async () => {
    await backUp();
    await rowsOf("create table invoices (id int)");
    await expect(restore()).rejects.toThrow("The database is not empty: it has the table public.invoices.");
    await expect(stat(inFolder("restored"))).rejects.toThrow("ENOENT");
  });

  it("a database that Reelay runs on", async () => {
    await backUp();
    const { pool } = connect({ connectionString: target.url });
    await pool.query("select 1");
    await expect(restore()).rejects.toThrow("Reelay is running on this database.");
    await pool.end();
  });

  it("a newer version, migration or job queue", async () => {
    await backUp();
    await changeManifest(() => ({ appVersion: "99.0.0" }));
    await expect(restore()).rejects.toThrow("made by a newer Reelay (99.0.0)");
    await changeManifest(({ migrations }) => ({
      appVersion: "0.0.1",
      migrations: [...migrations, { hash: "of the future", createdAt: Date.now() + 1e10 }],
    }));
    await expect(restore()).rejects.toThrow("made by a newer Reelay");
    await changeManifest(({ migrations }) => ({
      migrations: migrations.slice(0, -1),
      jobsVersion: installedJobsVersion() + 1,
    }));
    await expect(restore()).rejects.toThrow("made by a newer Reelay");
    await expectNothingRestored();
  });

  it("another application secret", async () => {
    await backUp();
    const appSecret = "another secret of the tests, also long enough";
    await expect(restore({}, { appSecret })).rejects.toThrow("APP_SECRET is not the secret");
    await rm(inFolder("backup"), { recursive: true });
    await backUp({}, { appSecret });
    await rm(inFolder("backup/data/secret"));
    await expect(restore()).rejects.toThrow("The backup was made with APP_SECRET set.");
  });

  it("settings that look for the files elsewhere", async () => {
    await backUp();
    await expect(restore({}, { objectStore: s3 })).rejects.toThrow("but S3_BUCKET is set");
    await rm(inFolder("backup"), { recursive: true });
    await backUp({}, { objectStore: s3 });
    await expect(restore()).rejects.toThrow("The backup's files are in the bucket reels.");
  });
});

describe("after a restore, Reelay starts", () => {
  /** The check at the start, with these settings. */
  async function start(objectStore: typeof s3 | null): Promise<void> {
    const filesFolder = inFolder("restored/files");
    const { pool, db } = connect({ connectionString: target.url });
    const secret = "a secret of the tests, long enough to be one";
    await requireSameInstallation(db, await readIdentity({ secret, objectStore, filesFolder }), {
      ...{ filesFolder, secretFile: null },
    }).finally(() => pool.end());
  }

  it("with the files of the backup", async () => {
    const used = await readIdentity({
      ...{ secret: "of the tests", objectStore: null, filesFolder: inFolder("data/files") },
    });
    await backUp();
    await restore();
    expect(await rowsOf("select store from installation")).toEqual([{ store: used.store }]);
    await start(null);
    await expect(start(s3)).rejects.toThrow("npm run accept-settings");
  });

  it("with a bucket of another name, to which the files were copied", async () => {
    await backUp({}, { objectStore: s3 });
    const copy = { ...s3, bucket: "copy" };
    await restore({}, { objectStore: copy });
    await start(copy);
    await expect(start(s3)).rejects.toThrow("This database is used with files in the bucket copy");
  });
});

describe("an interrupted restore", () => {
  it("is not started on, and begins again", async () => {
    await backUp();
    const interruption = new AbortController();
    const say = (line: string) => {
      if (line.startsWith("Files")) interruption.abort(new Error("Interrupted."));
    };
    await expect(restore({ say, signal: interruption.signal })).rejects.toThrow("aborted");
    expect(await rowsOf("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
    await expect(requireNoUnfinishedRestore(inFolder("restored"))).rejects.toThrow("run `npm run restore`");
    await writeFile(inFolder("restored/files/objects/files/left"), "by the first restore");

    await restore();

    await requireNoUnfinishedRestore(inFolder("restored"));
    expect((await readdir(inFolder("restored/files/objects/files"))).sort()).toEqual(["empty", "one"]);
    expect(await rowsOf("select count(*)::int as n from people")).toEqual([{ n: 1 }]);
  });
});

describe("an upload that was running", () => {
  it("is looked for on the channel if the platform has forgotten its session", async () => {
    const before = await freshDatabase();
    await addPerson(before.pool, "anika");
    await before.pool.query(failedDelivery("problem_code"));
    await before.pool.query("update deliveries set problem_code = null, encrypted_session_uri = 'a session'");
    await backUp({}, { databaseUrl: urlOf(before.connection) });
    await before.drop();
    await restore();
    const state = "select last_chunk_at is not null as expected from deliveries";
    expect(await rowsOf(state)).toEqual([{ expected: true }]);
  });
});

describe("an older backup", () => {
  it("is restored with the schema of its time, then migrated", async () => {
    const older = await emptyDatabase();
    const client = new Client({ connectionString: older.url });
    await client.connect();
    // Before `0007_rendition_height`, which later ones rely on.
    await applyMigrations(client, readMigrations(root).slice(0, 7));
    await addPerson(client, "anika");
    await client.query(failedDelivery("problem"));
    await client.end();
    await backUp({}, { databaseUrl: older.url });
    await older.drop();

    await restore();

    // `0013_publishing_names_and_problem_codes` fills the column from the rows.
    expect(await rowsOf("select problem_code from deliveries")).toEqual([{ problem_code: "unexpected" }]);
    const columns = "select count(*)::int as n from information_schema.columns where table_schema = 'public'";
    const unlogged = " and table_name <> 'socket_io_attachments'";
    expect(await rowsOf(columns + unlogged)).toEqual((await source.pool.query(columns + unlogged)).rows);
    const applied = "select hash, created_at from drizzle.__drizzle_migrations order by created_at";
    const { pool } = connect({ connectionString: target.url });
    await migrate(pool, join(root, "migrations"));
    await pool.end();
    expect(await rowsOf(applied)).toEqual((await source.pool.query(applied)).rows);
  });

  it("brings its job queue in the form of its time", async () => {
    const older = await freshDatabase();
    await older.pool.query(getRollbackPlans("pgboss", installedJobsVersion()));
    await backUp({}, { databaseUrl: urlOf(older.connection) });
    await older.drop();
    await restore();
    expect(await rowsOf("select version from pgboss.version")).toEqual([
      { version: installedJobsVersion() - 1 },
    ]);
  });
});

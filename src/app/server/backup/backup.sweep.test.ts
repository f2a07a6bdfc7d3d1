import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import {
  addPerson,
  type BackupScenario,
  bucketSettings,
  failedDelivery,
  startBackups,
} from "#testing/backup-scenario.ts";
import { freshDatabase, poolUrl } from "#testing/database.ts";

import { readIdentity } from "../installation/identity.ts";
import { requireSameInstallation } from "../installation/require-same.ts";
import { installedJobsVersion } from "./jobs-schema.ts";
import { requireNoUnfinishedRestore } from "./restore-marker.ts";

let backups: Awaited<ReturnType<typeof startBackups>>;
let scenario: BackupScenario;
beforeAll(async () => {
  backups = await startBackups();
});
beforeEach(async () => {
  scenario = await backups.begin();
});
afterEach(() => scenario.end());
afterAll(() => backups.close());

describe("a backup", () => {
  it("restores references between tables, which reject what they rejected before", async () => {
    await scenario.backUp();
    await scenario.restore();
    const references = "select count(*)::int as n from pg_constraint where contype = 'f'";
    expect(await scenario.rowsOf(references)).toEqual((await scenario.source.pool.query(references)).rows);
  });

  it("contains what SQLite has not yet moved out of its log", async () => {
    await mkdir(scenario.inFolder("data/sandbox"));
    const open = new DatabaseSync(scenario.inFolder("data/sandbox/sandbox.sqlite"));
    open.exec("pragma journal_mode = wal; create table t (n); insert into t values (7)");
    await scenario.backUp();
    open.close();
    await scenario.restore();
    expect(await readdir(scenario.inFolder("restored/sandbox"))).toEqual(["sandbox.sqlite"]);
    const copy = new DatabaseSync(scenario.inFolder("restored/sandbox/sandbox.sqlite"));
    expect(copy.prepare("select n from t").all()).toEqual([{ n: 7 }]);
    copy.close();
  });

  it("that was killed is called partial, and refused", async () => {
    await scenario.backUp({ target: scenario.inFolder("backup") });
    await rm(scenario.inFolder("backup/manifest.json"));
    await expect(scenario.restore()).rejects.toThrow("is not a complete backup: it has no manifest.json");
    await mkdir(scenario.inFolder("next.partial"));
    await expect(scenario.backUp({ target: scenario.inFolder("next") })).rejects.toThrow(
      "next.partial already exists. It was left by an interrupted backup",
    );
  });
});

describe("a restore refuses", () => {
  it("a table that lost its end", async () => {
    await scenario.backUp();
    await writeFile(scenario.inFolder("backup/database/public.people.copy"), "");
    await expect(scenario.restore()).rejects.toThrow(
      "database/public.people.copy: it has 0 bytes instead of",
    );
    await scenario.expectNothingRestored();
  });

  it("a missing file", async () => {
    await scenario.backUp();
    await rm(scenario.inFolder("backup/data/secret"));
    await rm(scenario.inFolder("backup/data/files/objects/files/one"));
    await expect(
      scenario.restore({}, { appSecret: "a secret of the tests, long enough to be one" }),
    ).rejects.toThrow("it is missing");
    await scenario.expectNothingRestored();
  });

  it("a damaged manifest", async () => {
    await scenario.backUp();
    await writeFile(scenario.inFolder("backup/manifest.json"), "{}");
    await expect(scenario.restore()).rejects.toThrow("manifest.json in");
  });

  it("a database that Reelay runs on", async () => {
    await scenario.backUp();
    const { pool } = connect({ connectionString: scenario.target.url });
    await pool.query("select 1");
    await expect(scenario.restore()).rejects.toThrow("Reelay is running on this database.");
    await pool.end();
  });

  it("a newer version, migration or job queue", async () => {
    await scenario.backUp();
    await scenario.changeManifest(() => ({ appVersion: "99.0.0" }));
    await expect(scenario.restore()).rejects.toThrow("made by a newer Reelay (99.0.0)");
    await scenario.changeManifest(({ migrations }) => ({
      appVersion: "0.0.1",
      migrations: [...migrations, { hash: "of the future", createdAt: Date.now() + 1e10 }],
    }));
    await expect(scenario.restore()).rejects.toThrow("made by a newer Reelay");
    await scenario.changeManifest(({ migrations }) => ({
      migrations: migrations.filter(({ hash }) => hash !== "of the future"),
      jobsVersion: installedJobsVersion() + 1,
    }));
    await expect(scenario.restore()).rejects.toThrow("made by a newer Reelay");
    await scenario.expectNothingRestored();
  });

  it("settings that look for the files elsewhere", async () => {
    await scenario.backUp();
    await expect(scenario.restore({}, { objectStore: bucketSettings })).rejects.toThrow(
      "but S3_BUCKET is set",
    );
    await rm(scenario.inFolder("backup"), { recursive: true });
    await scenario.backUp({}, { objectStore: bucketSettings });
    await expect(scenario.restore()).rejects.toThrow("The backup's files are in the bucket reels.");
  });
});

describe("after a restore, Reelay starts", () => {
  /** The check at the start, with these settings. */
  async function start(objectStore: typeof bucketSettings | null): Promise<void> {
    const filesFolder = scenario.inFolder("restored/files");
    const { pool, db } = connect({ connectionString: scenario.target.url });
    const secret = "a secret of the tests, long enough to be one";
    await requireSameInstallation(db, await readIdentity({ secret, objectStore, filesFolder }), {
      filesFolder,
      secretFile: null,
    }).finally(() => pool.end());
  }

  it("with the files of the backup", async () => {
    const used = await readIdentity({
      secret: "of the tests",
      objectStore: null,
      filesFolder: scenario.inFolder("data/files"),
    });
    await scenario.backUp();
    await scenario.restore();
    expect(await scenario.rowsOf("select store from installation")).toEqual([{ store: used.store }]);
    await start(null);
    await expect(start(bucketSettings)).rejects.toThrow("npm run accept-settings");
  });

  it("with a bucket of another name, to which the files were copied", async () => {
    await scenario.backUp({}, { objectStore: bucketSettings });
    const copy = { ...bucketSettings, bucket: "copy" };
    await scenario.restore({}, { objectStore: copy });
    await start(copy);
    await expect(start(bucketSettings)).rejects.toThrow(
      "This database is used with files in the bucket copy",
    );
  });
});

describe("an interrupted restore", () => {
  it("is not started on, and begins again", async () => {
    await scenario.backUp();
    const interruption = new AbortController();
    const say = (line: string) => {
      if (line.startsWith("Files")) interruption.abort(new Error("Interrupted."));
    };
    await expect(scenario.restore({ say, signal: interruption.signal })).rejects.toThrow("aborted");
    expect(await scenario.rowsOf("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual(
      [],
    );
    await expect(requireNoUnfinishedRestore(scenario.inFolder("restored"))).rejects.toThrow(
      "run `npm run restore`",
    );
    await writeFile(scenario.inFolder("restored/files/objects/files/left"), "by the first restore");

    await scenario.restore();

    await requireNoUnfinishedRestore(scenario.inFolder("restored"));
    expect((await readdir(scenario.inFolder("restored/files/objects/files"))).sort()).toEqual([
      "empty",
      "one",
    ]);
    expect(await scenario.rowsOf("select count(*)::int as n from people")).toEqual([{ n: 1 }]);
  });
});

describe("an upload that was running", () => {
  it("is looked for on the channel if the platform has forgotten its session", async () => {
    const before = await freshDatabase();
    await addPerson(before.pool, "anika");
    await before.pool.query(failedDelivery);
    await before.pool.query("update deliveries set problem_code = null, encrypted_session_uri = 'a session'");
    await scenario.backUp({}, { databaseUrl: poolUrl(before.connection) });
    await before.close();
    await scenario.restore();
    const state = "select last_chunk_at is not null as expected from deliveries";
    expect(await scenario.rowsOf(state)).toEqual([{ expected: true }]);
  });
});

import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { getRollbackPlans } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import { type BackupScenario, startBackups } from "#testing/backup-scenario.ts";
import { freshDatabase, urlOf } from "#testing/database.ts";

import { installedJobsVersion } from "./jobs-schema.ts";
import { readManifest } from "./manifest.ts";
import { readMigrations } from "./migrations.ts";

const root = resolve(import.meta.dirname, "../../../..");

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

describe("an older backup", () => {
  it("brings its job queue in the form of its time", async () => {
    const older = await freshDatabase();
    await older.pool.query(getRollbackPlans("pgboss", installedJobsVersion()));
    await scenario.backUp({}, { databaseUrl: urlOf(older.connection) });
    await older.close();
    await scenario.restore();
    expect(await scenario.rowsOf("select version from pgboss.version")).toEqual([
      { version: installedJobsVersion() - 1 },
    ]);
  });

  it("is restored with the schema of its time, then migrated", async () => {
    await scenario.backUp();
    const newer = scenario.inFolder("newer");
    await mkdir(newer);
    await cp(join(root, "package.json"), join(newer, "package.json"));
    await cp(join(root, "migrations"), join(newer, "migrations"), { recursive: true });
    await addMigration(
      newer,
      "alter table people rename name to title; update people set title = 'restored'",
    );

    await scenario.restore({ root: newer });

    expect(await scenario.rowsOf("select title from people")).toEqual([{ title: "restored" }]);
    const applied = "select hash, created_at from drizzle.__drizzle_migrations order by created_at";
    const restored = await scenario.rowsOf(applied);
    expect(restored).toHaveLength(readMigrations(newer).length);
    const { pool } = connect({ connectionString: scenario.target.url });
    await migrate(pool, join(newer, "migrations"));
    await pool.end();
    expect(await scenario.rowsOf(applied)).toEqual(restored);
  });

  it("is restored if it is of 0.1.0, and refused if it is of a version before", async () => {
    await scenario.backUp();
    const first = readMigrations(root)[0]?.folderMillis ?? 0;
    const replaced = [2, 1].map((n) => ({ hash: "replaced", createdAt: first - n }));
    const { migrations } = await readManifest(scenario.inFolder("backup"));
    await scenario.changeManifest(() => ({ migrations: replaced }));
    await expect(scenario.restore()).rejects.toThrow(
      "The backup is of a version before 0.1.0. Restore it with version 0.1.0",
    );
    await scenario.expectNothingRestored();
    await scenario.changeManifest(() => ({ migrations: [...replaced, ...migrations] }));
    await scenario.restore();
    expect(await scenario.rowsOf("select id from people")).toHaveLength(1);
  });
});

/** Adds a migration to the version in `at`. */
async function addMigration(at: string, sql: string): Promise<void> {
  const path = join(at, "migrations/meta/_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const added = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag: "9999_added" };
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, added] }));
  await writeFile(join(at, "migrations/9999_added.sql"), sql);
}

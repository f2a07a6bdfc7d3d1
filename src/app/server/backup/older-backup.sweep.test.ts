import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { getRollbackPlans } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import backupOfFirstRelease from "#testing/backup-of-0.1.0.json" with { type: "json" };
import { type BackupScenario, startBackups } from "#testing/backup-scenario.ts";
import { type Client, createClient, overHttp } from "#testing/client.ts";
import { freshDatabase, poolUrl } from "#testing/database.ts";
import { isHealthy, launch, newLaunchSettings, stopLaunched } from "#testing/launched-server.ts";

import { installedJobsVersion } from "./jobs-schema.ts";
import { readManifest, writeManifest } from "./manifest.ts";
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
afterAll(async () => {
  await stopLaunched();
  await backups.close();
});

describe("an older backup", () => {
  it("brings its job queue in the form of its time", async () => {
    const older = await freshDatabase();
    await older.pool.query(getRollbackPlans("pgboss", installedJobsVersion()));
    await scenario.backUp({}, { databaseUrl: poolUrl(older.connection) });
    await older.close();
    await scenario.restore();
    expect(await scenario.rowsOf("select version from pgboss.version")).toEqual([
      { version: installedJobsVersion() - 1 },
    ]);
  });

  it("reports the tables of other programs that it leaves out, but not the one of realtime messages", async () => {
    const older = await freshDatabase();
    await older.pool.query(
      "create table socket_io_attachments (id bigserial); create table wiki (id bigserial)",
    );
    await older.pool.query("insert into socket_io_attachments default values");
    await scenario.backUp({}, { databaseUrl: poolUrl(older.connection) });
    await older.close();
    const lines: string[] = [];
    await scenario.restore({ say: (line) => void lines.push(line) });
    expect(lines.filter((line) => line.startsWith("Skipped"))).toEqual([
      'Skipped "public"."wiki": Reelay has no such table.',
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

  it("of the sample studio of 0.1.0 is restored and migrated, and its users find their tasks", async () => {
    const { manifest, contents } = backupOfFirstRelease;
    for (const [path, text] of Object.entries(contents)) {
      await mkdir(dirname(scenario.inFolder(join("backup", path))), { recursive: true });
      await writeFile(scenario.inFolder(join("backup", path)), text);
    }
    await writeManifest(scenario.inFolder("backup"), manifest);
    await scenario.restore();
    const [counted] = await scenario.rowsOf<Record<string, number>>(`
      select (select count(*)::int from people) as people, (select count(*)::int from versions) as versions,
        (select count(*)::int from destinations) as channels, (select count(*)::int from deliveries) as deliveries`);
    expect(counted).toEqual({ people: 5, versions: 4, channels: 1, deliveries: 1 });

    const place = { ...(await newLaunchSettings()), dataFolder: scenario.inFolder("restored") };
    launch(place, { DATABASE_URL: scenario.target.url });
    await expect.poll(() => isHealthy(place), { timeout: 60_000 }).toBe(true);
    const [meera, anika] = [await logIn(place.port, "meera"), await logIn(place.port, "anika")];
    const titles = async (user: Client) =>
      (await user.call(boardEndpoints.fetchTasks, { query: {} })).data.map(({ taskTitle }) => taskTitle);
    expect(await titles(meera)).toContain("The station master of Ukshi");
    expect(await titles(anika)).toContain("Monsoon on the Konkan line");
    const { data } = await anika.call(reviewEndpoints.versions, { params: { id: 5 } });
    expect(data).toMatchObject([{ number: 1, state: "approved" }]);
    expect((await anika.call(notificationsEndpoints.list, { query: {} })).status).toBe(200);
    await stopLaunched();
  });

  it("is restored if it is of 0.1.0, and refused if it is of a version before", async () => {
    await scenario.backUp();
    const first = readMigrations(root)[0]?.folderMillis ?? 0;
    const replaced = [2, 1].map((n) => ({ hash: "replaced", createdAt: first - n }));
    const { migrations } = await readManifest(scenario.inFolder("backup"));
    await scenario.changeManifest(() => ({ migrations: replaced }));
    await expect(scenario.restore()).rejects.toThrow(
      "Check out commit 65fd587086961474910db724b26e0f5151b30589, restore the backup with it, and start it once.",
    );
    await scenario.expectNothingRestored();
    await scenario.changeManifest(() => ({ migrations: [...replaced, ...migrations] }));
    await scenario.restore();
    expect(await scenario.rowsOf("select id from people")).toHaveLength(1);
  });
});

async function logIn(port: number, name: string): Promise<Client> {
  const transport = overHttp(`http://localhost:${port}`);
  const body = { email: `${name}@reelay.example`, password: "reelay-sample-2026" };
  const answer = await createClient(transport).call(passwordEndpoints.login, { body });
  expect([answer.status, answer.message]).toEqual([200, expect.any(String)]);
  return createClient(transport, answer.cookie);
}

/** Adds a migration to the version in `at`. */
async function addMigration(at: string, sql: string): Promise<void> {
  const path = join(at, "migrations/meta/_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const added = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag: "9999_added" };
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, added] }));
  await writeFile(join(at, "migrations/9999_added.sql"), sql);
}

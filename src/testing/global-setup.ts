import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import type { Pool, PoolConfig } from "pg";
import { getConstructionPlans } from "pg-boss";
import { pino } from "pino";
import type { TestProject } from "vitest/node";

import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";

import { migrationsFolder, runNumber, runPrefix, serverFolder } from "./postgres-server.ts";

const log = pino({ level: "warn" });

/** Starts or attaches to the tests' PostgreSQL and creates the migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await supervisePostgres({
    folder: serverFolder,
    log,
    // Test data need not be durable. Autovacuum would block dropping databases: only a superuser can end its
    // connections.
    settings: { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" },
  }).catch((error: unknown) => {
    const remedy = `If the machine went down during a test, delete ${serverFolder} and run the tests again.`;
    throw new Error(`The tests' database could not start. ${remedy}`, { cause: error });
  });
  const { pool } = connect(postgres.connection, { max: 1 });
  const template = `reelay_template_${await schemaHash()}`;
  await removeLeftovers(pool, template);
  await makeTemplate(pool, postgres.connection, template);
  const prefix = runPrefix(process.pid);
  project.provide("postgres", { connection: postgres.connection, template, prefix });
  return async () => {
    await dropDatabases(pool, (name) => name.startsWith(prefix));
    await pool.end();
    await postgres.stop();
  };
}

/** Hash of everything that determines a new database's schema. */
async function schemaHash(): Promise<string> {
  const hash = createHash("sha256").update(getConstructionPlans());
  const names = await readdir(migrationsFolder, { recursive: true }).catch(() => []);
  for (const name of names.filter((one) => /\.(sql|json)$/.test(one)).sort()) {
    hash.update(name).update(await readFile(path.join(migrationsFolder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function makeTemplate(pool: Pool, connection: PoolConfig, template: string): Promise<void> {
  const { rowCount } = await pool.query("select from pg_database where datname = $1", [template]);
  if (rowCount) return;
  // Another run may be creating the same template: each creates its own, and the first to finish renames it.
  const unfinished = `${runPrefix(process.pid)}template`;
  await pool.query(`create database ${unfinished}`);
  const made = connect({ ...connection, database: unfinished });
  await migrate(made.pool, migrationsFolder);
  const jobs = await createJobs({ pool: made.pool, log });
  await jobs.stop();
  await made.pool.end();
  await pool.query(`alter database ${unfinished} rename to ${template}`).catch((error: { code?: string }) => {
    if (error.code !== "42P04") throw error;
  });
}

/** Drops databases of finished runs, and other templates if no other run could be using them. */
async function removeLeftovers(pool: Pool, template: string): Promise<void> {
  const { rows } = await pool.query<{ datname: string }>("select datname from pg_database");
  const runs = rows.map(({ datname }) => runNumber(datname)).filter((run) => run !== null);
  const onlyRun = !runs.some(isRunning);
  await dropDatabases(pool, (name) => {
    const run = runNumber(name);
    if (run !== null) return !isRunning(run);
    return onlyRun && name.startsWith("reelay_template_") && name !== template;
  });
}

async function dropDatabases(pool: Pool, unwanted: (name: string) => boolean): Promise<void> {
  const { rows } = await pool.query<{ datname: string }>("select datname from pg_database");
  for (const { datname } of rows) {
    if (unwanted(datname)) await pool.query(`drop database if exists ${datname} with (force)`);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Pool } from "pg";

import type { JobInspection } from "#adapters/jobs/inspection.ts";
import { countMigrations } from "#adapters/postgres/migrate.ts";
import type { ServerStatus } from "#modules/operators/server/dependencies.ts";

import type { CheckHealth } from "./health.ts";

type Health = ServerStatus["health"][number];

const names = {
  database: "Database",
  store: "File store",
  jobs: "Job queue",
  sandbox: "Sandbox platform",
} as const;

/** Reads the health of all parts, as the health endpoint does, with version and migrations. */
export function createServerStatus(parts: {
  root: string;
  pool: Pool;
  checkHealth: CheckHealth;
  jobInspection: Pick<JobInspection, "queues">;
  /** The bucket of stored files; null if they are on the disk. */
  bucket: string | null;
  /** Version and path of ffmpeg; null if there is none. */
  ffmpeg: string | null;
  sendsMail: boolean;
}): () => Promise<ServerStatus> {
  const { root, pool, checkHealth, jobInspection, bucket, ffmpeg, sendsMail } = parts;
  const storeDetail = bucket === null ? "files on disk" : `bucket ${bucket}`;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return async () => {
    const [checked, queues, platforms, processes, migrations] = await Promise.all([
      checkHealth(),
      jobInspection.queues(),
      countDestinations(pool),
      countProcesses(pool),
      countMigrations(pool, join(root, "migrations")),
    ]);
    const failedIn = (pattern: RegExp) =>
      queues.filter(({ name }) => pattern.test(name)).reduce((all, { failed }) => all + failed, 0);
    const delivery = (part: string, failed: number): Health => ({
      part,
      state: failed === 0 ? "ok" : "failing",
      detail: failed === 0 ? "No failures in the last 3 days" : `${failed} failed in the last 3 days`,
    });
    const health: Health[] = [
      ...Object.entries(checked).map(([part, ready]): Health => ({
        part: names[part as keyof typeof names],
        state: ready ? "ok" : "failing",
        detail: `${ready ? "Ready" : "Not ready"}${part === "store" ? `, ${storeDetail}` : ""}`,
      })),
      {
        part: "Workers",
        state: processes.workers > 0 ? "ok" : "failing",
        detail: `${countOf(processes.workers)} with workers, ${processes.web} with the web server`,
      },
      { part: "ffmpeg", state: ffmpeg === null ? "failing" : "ok", detail: ffmpeg ?? "Not found" },
      sendsMail
        ? delivery("Email", failedIn(/email|mail/))
        : { part: "Email", state: "off", detail: "Not configured" },
      delivery("Push messages", failedIn(/push/)),
      {
        part: "Platforms",
        state: platforms.broken + platforms.paused === 0 ? "ok" : "failing",
        detail: `${platforms.connected} connected, ${platforms.broken} to reconnect, ${platforms.paused} paused`,
      },
    ];
    return { health, version, migrations };
  };
}

const countOf = (processes: number) => `${processes} ${processes === 1 ? "process" : "processes"}`;

async function countDestinations(pool: Pool) {
  const { rows } = await pool.query<{ connected: number; broken: number; paused: number }>(`
    select count(*)::int as connected, count(*) filter (where broken_at is not null)::int as broken,
      count(*) filter (where paused_until > now())::int as paused
    from destinations`);
  return rows[0] ?? { connected: 0, broken: 0, paused: 0 };
}

/** Processes by their names on the database (`processName`). */
async function countProcesses(pool: Pool) {
  const { rows } = await pool.query<{ web: number; workers: number }>(`
    select count(distinct application_name) filter (where application_name ~ '^reelay (all|web) ')::int as web,
      count(distinct application_name) filter (where application_name ~ '^reelay (all|worker) ')::int as workers
    from pg_stat_activity where datname = current_database()`);
  return rows[0] ?? { web: 0, workers: 0 };
}

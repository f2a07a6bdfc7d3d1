import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Pool } from "pg";

import type { JobInspection, QueueCounts } from "#adapters/jobs/inspection.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import { countMigrations } from "#adapters/postgres/migrate.ts";
import type { ServerStatus } from "#modules/operators/server/dependencies.ts";

import type { CheckHealth } from "./health.ts";

interface Part extends Omit<ServerStatus["health"][number], "since"> {
  since?: Date | null;
}

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
  /** Null if the server sends no email. */
  mail: Mail | null;
}): () => Promise<ServerStatus> {
  const { root, pool, checkHealth, jobInspection, bucket, ffmpeg, mail } = parts;
  const storeDetail = bucket === null ? "files on disk" : `bucket ${bucket}`;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return async () => {
    const [checked, queues, mailProblem, platforms, processes, migrations] = await Promise.all([
      checkHealth(),
      jobInspection.queues(),
      mail?.check().then(() => null, errorMessage) ?? null,
      countDestinations(pool),
      countProcesses(pool),
      countMigrations(pool, join(root, "migrations")),
    ]);
    const queuesNamed = (pattern: RegExp) => queues.filter(({ name }) => pattern.test(name));
    const health: Part[] = [
      ...Object.entries(checked).map(([part, ready]): Part => ({
        part: names[part as keyof typeof names],
        state: ready ? "ok" : "failing",
        detail: `${ready ? "Ready" : "Not ready"}${part === "store" ? `, ${storeDetail}` : ""}`,
      })),
      {
        part: "Workers",
        state: processes.workers > 0 ? "ok" : "failing",
        detail: `${processCount(processes.workers)} with workers, ${processes.web} with the web server`,
      },
      { part: "ffmpeg", state: ffmpeg === null ? "failing" : "ok", detail: ffmpeg ?? "Not found" },
      mail
        ? deliveryHealth("Email", queuesNamed(/mail|send_digest/), {
            unreachable: mailProblem,
            advice: mailAdvice,
          })
        : { part: "Email", state: "off", detail: "Not configured" },
      deliveryHealth("Push messages", queuesNamed(/push/), { unreachable: null, advice: pushAdvice }),
      platformHealth(platforms),
    ];
    const withDates = health.map((part) => Object.assign(part, { since: part.since?.toISOString() ?? null }));
    return { health: withDates, version, migrations };
  };
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

const mailAdvice =
  "If this continues, check SMTP_URL and MAIL_FROM, and send a test email on the Settings page.";
const pushAdvice = "If this continues, check that this server reaches the internet over HTTPS.";

/** Health by the server's answer, and by the jobs that failed or are tried again. */
function deliveryHealth(
  part: string,
  queues: readonly QueueCounts[],
  { unreachable, advice }: { unreachable: string | null; advice: string },
): Part {
  const sum = (column: "failed" | "retrying") => queues.reduce((all, counts) => all + counts[column], 0);
  const [failed, retrying] = [sum("failed"), sum("retrying")];
  if (unreachable === null && failed + retrying === 0) {
    return { part, state: "ok", detail: "No failures in the last 3 days" };
  }
  const [earliest] = queues
    .filter(({ failingSince }) => failingSince !== null)
    .toSorted((one, other) => Number(one.failingSince) - Number(other.failingSince));
  const counts = [
    retrying > 0 && `${retrying} to be tried again`,
    failed > 0 && `${failed} failed in the last 3 days`,
  ].filter(Boolean);
  const details = [
    unreachable ?? earliest?.problem,
    counts.length > 0 && `${counts.join(", ")}.`,
    unreachable === null && advice,
  ];
  const detail = details.filter(Boolean).join(" ");
  return { part, state: "failing", detail, since: earliest?.failingSince ?? null };
}

function platformHealth({ connected, broken, paused, retrying, since }: PlatformCounts): Part {
  const steps = [
    broken > 0 && "Their creators reconnect them in Settings.",
    paused + retrying > 0 && "What is paused or tried again continues by itself; the Jobs page lists it.",
  ];
  const counts = `${connected} connected, ${broken} to reconnect, ${paused} paused, ${retrying} requests to be tried again`;
  if (broken + paused + retrying === 0) return { part: "Platforms", state: "ok", detail: counts };
  return {
    part: "Platforms",
    state: "failing",
    detail: [`${counts}.`, ...steps].filter(Boolean).join(" "),
    since,
  };
}

const processCount = (processes: number) => `${processes} ${processes === 1 ? "process" : "processes"}`;

interface PlatformCounts {
  connected: number;
  broken: number;
  paused: number;
  /** Failed requests that are repeated. */
  retrying: number;
  /** Since when the first destination is broken. */
  since: Date | null;
}

/** Of what is stored: a request to the platforms would cost quota. */
async function countDestinations(pool: Pool): Promise<PlatformCounts> {
  const { rows } = await pool.query<PlatformCounts>(`
    select count(*)::int as connected, count(broken_at)::int as broken, min(broken_at) as since,
      count(*) filter (where paused_until > now())::int as paused,
      (select count(*)::int from operations where next_attempt_at is not null and problem_code is not null) as retrying
    from destinations`);
  return rows[0] ?? { connected: 0, broken: 0, paused: 0, retrying: 0, since: null };
}

/** Processes by their names on the database (`processName`). */
async function countProcesses(pool: Pool) {
  const { rows } = await pool.query<{ web: number; workers: number }>(`
    select count(distinct application_name) filter (where application_name ~ '^reelay (all|web) ')::int as web,
      count(distinct application_name) filter (where application_name ~ '^reelay (all|worker) ')::int as workers
    from pg_stat_activity where datname = current_database()`);
  return rows[0] ?? { web: 0, workers: 0 };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { connect } from "#adapters/postgres/connect.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import type { Jobs } from "./jobs.ts";
import { createJobs, type JobsParts } from "./pg-boss.ts";

const log = pino({ level: "silent" });
let database: FreshDatabase;
let open: Jobs[] = [];

beforeAll(async () => {
  database = await freshDatabase();
});

afterEach(async () => {
  for (const jobs of open) await jobs.stop();
  open = [];
  await database.pool.query("delete from pgboss.job; delete from pgboss.schedule");
});

afterAll(async () => {
  await database.close();
});

async function openJobs(more: Partial<JobsParts> = {}): Promise<Jobs> {
  const jobs = await createJobs({ pool: database.pool, log, ...more });
  open.push(jobs);
  return jobs;
}

let names = 0;

function newJob(more: Partial<JobWorker["definition"]> = {}) {
  names += 1;
  const job = `test.job-${names}`;
  const data = z.object({ n: z.number() });
  return defineJob({
    retries: 3,
    retryDelaySeconds: 1,
    expireSeconds: 60,
    concurrency: 1,
    ...more,
    job,
    data,
  });
}

type TestJob = ReturnType<typeof newJob>;

async function enqueue(jobs: Jobs, job: TestJob, n: number, when?: Date): Promise<void> {
  await database.db.transaction((tx) => jobs.enqueue(tx, job, { n }, { at: when }));
}

/** A worker that records the data of its jobs. */
function recordingWorker(job: TestJob, done: number[]): JobWorker {
  return worker(job, async ({ n }) => {
    done.push(n);
  });
}

describe("a job", () => {
  it("runs once, with its data, after its transaction commits", async () => {
    const jobs = await openJobs();
    const job = newJob();
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await enqueue(jobs, job, 7);
    await jobs.idle();
    expect(done).toEqual([7]);
  });

  it("is not enqueued if its transaction is rolled back", async () => {
    const jobs = await openJobs();
    const job = newJob();
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await expect(
      database.db.transaction(async (tx) => {
        await jobs.enqueue(tx, job, { n: 1 });
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    await enqueue(jobs, job, 2);
    await jobs.idle();
    expect(done).toEqual([2]);
  });

  it("waits until any process starts a worker", async () => {
    const asking = await openJobs();
    const job = newJob();
    await enqueue(asking, job, 3);
    const done: number[] = [];
    const working = await openJobs();
    await working.start([recordingWorker(job, done)]);
    await working.idle();
    expect(done).toEqual([3]);
  });

  it("is not starved by many others enqueued at once", async () => {
    const jobs = await openJobs();
    const job = newJob({ concurrency: 2 });
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await database.db.transaction(async (tx) => {
      for (let n = 0; n < 100; n += 1) await jobs.enqueue(tx, job, { n });
    });
    await jobs.idle();
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it("runs with the concurrency of its definition", async () => {
    const jobs = await openJobs();
    const job = newJob({ concurrency: 2 });
    let now = 0;
    let peak = 0;
    const counting = worker(job, async () => {
      now += 1;
      peak = Math.max(peak, now);
      await wait(50);
      now -= 1;
    });
    await jobs.start([counting]);
    for (let n = 0; n < 6; n += 1) await enqueue(jobs, job, n);
    await jobs.idle();
    expect(peak).toBe(2);
  });

  it("is retried after a failure, up to its limit", async () => {
    let moved = 0;
    const jobs = await openJobs({ clock: () => new Date(Date.now() + moved) });
    const job = newJob({ retries: 2, retryDelaySeconds: 100 });
    const done: number[] = [];
    const failing = worker(job, async ({ n }) => {
      done.push(n);
      throw new Error("not today");
    });
    await jobs.start([failing]);
    await enqueue(jobs, job, 5);
    for (let hours = 0; hours < 4; hours += 1) {
      await jobs.idle();
      moved += 3_600_000;
    }
    expect(done).toEqual([5, 5, 5]);
    const { rows } = await database.pool.query("select state from pgboss.job where name = $1", [job.job]);
    expect(rows).toEqual([{ state: "failed" }]);
  });

  it("waits longer before each retry", async () => {
    const jobs = await openJobs();
    const job = newJob({ retries: 4, retryDelaySeconds: 1000 });
    await jobs.start([
      worker(job, async () => {
        throw new Error("not today");
      }),
    ]);
    await enqueue(jobs, job, 5);
    const waits: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await jobs.idle();
      const { rows } = await database.pool.query<{ id: string; seconds: number }>(
        `select id, extract(epoch from start_after - now())::int as seconds
         from pgboss.job where name = $1 and state = 'retry'`,
        [job.job],
      );
      waits.push(rows[0]?.seconds ?? 0);
      await database.pool.query("update pgboss.job set start_after = now() where id = $1", [rows[0]?.id]);
    }
    const floors = [1000, 2000, 3600];
    expect(waits.map((seconds, n) => seconds > (floors[n] ?? 0) - 60)).toEqual([true, true, true]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3600);
  });

  it("with invalid data (of an older version) fails without running", async () => {
    const jobs = await openJobs();
    const job = newJob({ retries: 0 });
    await enqueue(jobs, job, 1);
    await database.pool.query(`update pgboss.job set data = '{"n": "one"}'`);
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await jobs.idle();
    expect(done).toEqual([]);
    const { rows } = await database.pool.query("select state from pgboss.job where name = $1", [job.job]);
    expect(rows).toEqual([{ state: "failed" }]);
  });

  it("with a later time waits for it, by the given clock", async () => {
    let now = new Date("2030-01-01T00:00:00Z");
    const jobs = await openJobs({ clock: () => now });
    const job = newJob();
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await enqueue(jobs, job, 10, new Date("2030-01-01T10:00:00Z"));
    await enqueue(jobs, job, 2, new Date("2030-01-01T02:00:00Z"));
    await jobs.idle();
    expect(done).toEqual([]);

    now = new Date("2030-01-01T02:00:00Z");
    await jobs.idle();
    expect(done).toEqual([2]);

    now = new Date("2030-01-01T10:00:00Z");
    await jobs.idle();
    expect(done).toEqual([2, 10]);
  });

  it("runs once its time has come, without being asked for", async () => {
    const jobs = await openJobs();
    const job = newJob();
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await enqueue(jobs, job, 4, new Date(Date.now() + 3000));
    await expect.poll(() => done).toEqual([4]);
  });
});

describe("a recurring job", () => {
  it("is scheduled by its cron expression in UTC, and unscheduled with its definition", async () => {
    const hourly = newJob({ cron: "17 * * * *" });
    const gone = newJob({ cron: "0 3 * * *" });
    const before = await openJobs();
    await before.start([recordingWorker(hourly, []), recordingWorker(gone, [])]);
    const now = await openJobs();
    await now.start([recordingWorker(hourly, [])]);
    const { rows } = await database.pool.query("select name, cron, timezone from pgboss.schedule");
    expect(rows).toEqual([{ name: hourly.job, cron: "17 * * * *", timezone: "UTC" }]);
  });

  it("runs when it is due", async () => {
    const jobs = await openJobs();
    let ran = 0;
    const definition = { ...newJob({ cron: "* * * * * *" }), data: z.unknown() };
    await jobs.start([
      worker(definition, async () => {
        ran += 1;
      }),
    ]);
    await expect.poll(() => ran, { interval: 250 }).toBeGreaterThan(0);
  }, 110_000);
});

/** A process that takes a job, says so, and never finishes it. */
function hangingWorker(jobName: string) {
  const parts = JSON.stringify({ connection: database.connection, jobName });
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const code = `
    const { createJobs } = await import(${here("./pg-boss.ts")});
    const { connect } = await import(${here("../postgres/connect.ts")});
    const { connection, jobName } = ${parts};
    const log = { info() {}, warn() {}, error: console.error };
    const jobs = await createJobs({ pool: connect(connection).pool, log, deadAfterSeconds: 1 });
    const definition = { job: jobName, data: null, retries: 0, retryDelaySeconds: 60, expireSeconds: 3600, concurrency: 1 };
    await jobs.start([{ definition, work: async () => { console.log("taken"); await new Promise(() => {}); } }]);`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("when a process ends", () => {
  it("by SIGKILL, another process runs its jobs without using up retries", async () => {
    const job = newJob({ retries: 0, retryDelaySeconds: 60 });
    const jobs = await openJobs({ deadAfterSeconds: 1 });
    await enqueue(jobs, job, 9);
    for (let deaths = 0; deaths < 2; deaths += 1) {
      const victim = hangingWorker(job.job);
      await once(victim.stdout, "data");
      const gone = once(victim, "exit");
      victim.kill("SIGKILL");
      await gone;
    }
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await expect.poll(() => done).toEqual([9]);
  });

  it("gracefully, running jobs are aborted, requeued and run by another", async () => {
    const job = newJob({ retries: 0, retryDelaySeconds: 60 });
    const leaving = await openJobs({ drainSeconds: 5 });
    const told = Promise.withResolvers<unknown>();
    const taken = Promise.withResolvers<void>();
    const interruptible = worker(job, async (_data, signal) => {
      taken.resolve();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await leaving.start([
      {
        ...interruptible,
        work: (data, signal) => {
          signal.addEventListener("abort", () => told.resolve(signal.reason));
          return interruptible.work(data, signal);
        },
      },
    ]);
    await enqueue(leaving, job, 4);
    await taken.promise;
    await leaving.stop();
    expect(String(await told.promise)).toContain("stopping");

    const done: number[] = [];
    const next = await openJobs();
    await next.start([recordingWorker(job, done)]);
    await next.idle();
    expect(done).toEqual([4]);
  });

  it("while its workers are still starting, it keeps no connection", async () => {
    const { pool } = connect(database.connection, { max: 2, name: "stopped early" });
    const jobs = await createJobs({ pool, log });
    const starting = jobs.start([recordingWorker(newJob(), [])]);
    await jobs.stop();
    await starting;
    await pool.end();
    const left = "select from pg_stat_activity where application_name = 'stopped early'";
    await expect.poll(async () => (await database.pool.query(left)).rowCount).toBe(0);
  });

  it("gracefully, jobs that can finish do so", async () => {
    const job = newJob();
    const jobs = await openJobs();
    const taken = Promise.withResolvers<void>();
    let finished = 0;
    await jobs.start([
      worker(job, async () => {
        taken.resolve();
        await wait(300);
        finished += 1;
      }),
    ]);
    await enqueue(jobs, job, 4);
    await taken.promise;
    await jobs.stop();
    expect(finished).toBe(1);
    const { rows } = await database.pool.query("select state from pgboss.job where name = $1", [job.job]);
    expect(rows).toEqual([{ state: "completed" }]);
  });

  it("gracefully, jobs that ignore the abort are requeued after the timeout", async () => {
    const job = newJob({ retries: 0 });
    const deaf = await openJobs({ drainSeconds: 0.2 });
    const taken = Promise.withResolvers<void>();
    await deaf.start([
      worker(job, async () => {
        taken.resolve();
        await new Promise(() => undefined);
      }),
    ]);
    await enqueue(deaf, job, 8);
    await taken.promise;
    await deaf.stop();
    const done: number[] = [];
    const next = await openJobs();
    await next.start([recordingWorker(job, done)]);
    await next.idle();
    expect(done).toEqual([8]);
  });
});

describe("the queue", () => {
  it("reports whether it is ready", async () => {
    const jobs = await openJobs();
    expect(await jobs.ready()).toBe(true);
    await jobs.start([]);
    expect(await jobs.ready()).toBe(true);
  });

  it("continues after its database connections were lost", async () => {
    const jobs = await openJobs();
    const job = newJob();
    const done: number[] = [];
    await jobs.start([recordingWorker(job, done)]);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect
      .poll(async () =>
        enqueue(jobs, job, 6)
          .then(() => true)
          .catch(() => false),
      )
      .toBe(true);
    await expect.poll(() => done).toContain(6);
  });
});

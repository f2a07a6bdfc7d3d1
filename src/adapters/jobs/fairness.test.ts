import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { connect } from "#adapters/postgres/connect.ts";
import { defineJob, type EnqueueOptions, type JobDefinition, worker } from "#core/server/job.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { forwardTo } from "#testing/forward-connections.ts";

import { claimNext } from "./claim.ts";
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
  await database.pool.query("delete from pgboss.job");
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

function newJob(more: Partial<JobDefinition>) {
  names += 1;
  const defaults = { retries: 0, retryDelaySeconds: 1, expireSeconds: 60, concurrency: 1 };
  return defineJob({ ...defaults, ...more, job: `fair.job-${names}`, data: z.object({ name: z.string() }) });
}

type TestJob = ReturnType<typeof newJob>;

const [ann, bob, eve] = [1, 2, 3];

/** Enqueues jobs in their order, each in a transaction of its own. */
async function enqueue(jobs: Jobs, job: TestJob, all: Record<string, EnqueueOptions>): Promise<void> {
  for (const [name, options] of Object.entries(all)) {
    await database.db.transaction((tx) => jobs.enqueue(tx, job, { name }, options));
  }
}

function flood(prefix: string, count: number, options: EnqueueOptions): Record<string, EnqueueOptions> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n + 1}`, options]));
}

/** A worker whose runs end when the test says so. */
function heldWorker(job: TestJob) {
  const started: string[] = [];
  const held = new Map<string, () => void>();
  const jobWorker = worker(job, async ({ name }, signal) => {
    started.push(name);
    await new Promise<void>((resolve, reject) => {
      held.set(name, resolve);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    held.delete(name);
  });
  return {
    worker: jobWorker,
    started,
    running: () => [...held.keys()],
    end: (name: string) => held.get(name)?.(),
  };
}

/** Resolves once `jobs` of all processes had the time to start more than they should. */
async function settle(): Promise<void> {
  await wait(400);
}

/** Updates of jobs wait from now on until `end`, as if their process had been suspended within its transaction. */
async function holdUpdatesOfJobs() {
  const { pool } = database;
  await pool.query(`
    create function hold_update() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger hold_update before update on pgboss.job for each row execute function hold_update()`);
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(1)");
  let ended: Promise<unknown> | null = null;
  const end = () => (ended ??= holder.query("commit").finally(() => holder.release()));
  const drop = async () => {
    await end();
    await pool.query("drop trigger hold_update on pgboss.job; drop function hold_update()");
  };
  return { end, drop };
}

async function waitingClaims(): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`);
  return rows[0]?.waiting ?? 0;
}

describe("jobs of users", () => {
  it("of another user run next, however many one user has enqueued", async () => {
    const jobs = await openJobs();
    const job = newJob({ limits: { perUser: 1 } });
    const held = heldWorker(job);
    await enqueue(jobs, job, flood("flood-", 100, { userId: ann }));
    await jobs.start([held.worker]);
    await expect.poll(held.running).toEqual(["flood-1"]);
    await enqueue(jobs, job, { single: { userId: bob } });
    held.end("flood-1");
    await expect.poll(() => held.started).toEqual(["flood-1", "single"]);
  });

  it("take turns", async () => {
    const jobs = await openJobs();
    const job = newJob({ limits: { perUser: 1 } });
    const order: string[] = [];
    await enqueue(jobs, job, {
      ...flood("ann-", 3, { userId: ann }),
      ...flood("bob-", 3, { userId: bob }),
      ...flood("eve-", 2, { userId: eve }),
    });
    await jobs.start([
      worker(job, async ({ name }) => {
        order.push(name);
      }),
    ]);
    await jobs.idle();
    expect(order).toEqual(["ann-1", "bob-1", "eve-1", "ann-2", "bob-2", "eve-2", "ann-3", "bob-3"]);
  });

  it("run at most as many at once per user, in all processes together", async () => {
    const job = newJob({ concurrency: 4, limits: { perUser: 2 } });
    const [one, other] = [await openJobs(), await openJobs()];
    const held = heldWorker(job);
    await enqueue(one, job, { ...flood("ann-", 20, { userId: ann }), bob: { userId: bob } });
    await Promise.all([one.start([held.worker]), other.start([held.worker])]);
    await expect.poll(() => held.running().toSorted()).toEqual(["ann-1", "ann-2", "bob"]);
    await settle();
    expect(held.running().toSorted()).toEqual(["ann-1", "ann-2", "bob"]);
    held.end("ann-1");
    await expect.poll(() => held.running().toSorted()).toEqual(["ann-2", "ann-3", "bob"]);
  });

  it("are claimed by one process after the other, so that the second counts the run of the first", async () => {
    const limits = { perUser: 1 };
    const job = newJob({ limits });
    await enqueue(await openJobs(), job, flood("ann-", 2, { userId: ann }));
    const claim = () => claimNext(database.pool, { job: job.job, limits }, { served: [], onlyShort: false });
    const holding = await holdUpdatesOfJobs();
    try {
      const claims = Promise.all([claim(), claim()]);
      // Without the lock, both have chosen a job by now, and neither has seen that of the other.
      await expect.poll(waitingClaims).toBe(2);
      await holding.end();
      const claimed = (await claims).filter((each) => each !== null);
      expect(claimed.map(({ data }) => data)).toEqual([{ name: "ann-1" }]);
    } finally {
      await holding.drop();
    }
  });

  it("run at most as many at once per host, and others pass those that wait", async () => {
    const job = newJob({ concurrency: 8, limits: { perUser: 8, perHost: 2 } });
    const jobs = await openJobs();
    const held = heldWorker(job);
    await enqueue(jobs, job, {
      ...flood("slow-", 4, { userId: ann, host: "slow.example" }),
      ...flood("bob-", 2, { userId: bob, host: "slow.example" }),
      ann: { userId: ann, host: "fast.example" },
      eve: { userId: eve },
    });
    await jobs.start([held.worker]);
    await expect.poll(() => held.running().toSorted()).toEqual(["ann", "bob-1", "eve", "slow-1"]);
    await settle();
    expect(held.running()).toHaveLength(4);
    held.end("slow-1");
    await expect.poll(() => held.running()).toContain("bob-2");
  });

  it("run at most as many at once per user and host, and the user's jobs for other hosts pass those that wait", async () => {
    const job = newJob({ concurrency: 8, limits: { perUser: 3, perUserAndHost: 2 } });
    const jobs = await openJobs();
    const held = heldWorker(job);
    await enqueue(jobs, job, {
      ...flood("slow-", 4, { userId: ann, host: "slow.example" }),
      bob: { userId: bob, host: "slow.example" },
      ann: { userId: ann, host: "fast.example" },
    });
    await jobs.start([held.worker]);
    await expect.poll(() => held.running().toSorted()).toEqual(["ann", "bob", "slow-1", "slow-2"]);
    held.end("slow-1");
    await expect.poll(held.running).toContain("slow-3");
  });

  it("that are short pass the user's others", async () => {
    const job = newJob({ limits: { perUser: 1 } });
    const jobs = await openJobs();
    const held = heldWorker(job);
    await enqueue(jobs, job, { "ann-1": { userId: ann }, "ann-short": { userId: ann, short: true } });
    await jobs.start([held.worker]);
    await expect.poll(held.running).toEqual(["ann-short"]);
  });

  it("that are short have slots of their own", async () => {
    const job = newJob({ concurrency: 2, limits: { perUser: 2, keptForShort: 1 } });
    const jobs = await openJobs();
    const held = heldWorker(job);
    await enqueue(jobs, job, { "ann-1": { userId: ann }, "bob-1": { userId: bob } });
    await jobs.start([held.worker]);
    await expect.poll(held.running).toEqual(["ann-1"]);
    await settle();
    expect(held.running()).toEqual(["ann-1"]);
    await enqueue(jobs, job, { "eve-short": { userId: eve, short: true } });
    await expect.poll(held.running).toEqual(["ann-1", "eve-short"]);
  });

  it("that are short have a part of the user's share", async () => {
    const job = newJob({ concurrency: 8, limits: { perUser: 2, keptForShort: 1 } });
    const jobs = await openJobs();
    const held = heldWorker(job);
    await enqueue(jobs, job, flood("ann-", 3, { userId: ann }));
    await jobs.start([held.worker]);
    await expect.poll(held.running).toEqual(["ann-1"]);
    await settle();
    expect(held.running()).toEqual(["ann-1"]);
    await enqueue(jobs, job, flood("short-", 3, { userId: ann, short: true }));
    await expect.poll(held.running).toEqual(["ann-1", "short-1"]);
    await settle();
    expect(held.running()).toEqual(["ann-1", "short-1"]);
  });

  it("are not enqueued without their user", async () => {
    const jobs = await openJobs();
    const job = newJob({ limits: { perUser: 1 } });
    await expect(enqueue(jobs, job, { nobody: {} })).rejects.toThrow("must be enqueued with its user");
  });

  it("of a deleted account share one place", async () => {
    const jobs = await openJobs();
    const job = newJob({ concurrency: 2, limits: { perUser: 1 } });
    const held = heldWorker(job);
    await enqueue(jobs, job, { ...flood("nobody-", 2, { userId: null }), ann: { userId: ann } });
    await jobs.start([held.worker]);
    await expect.poll(() => held.running().toSorted()).toEqual(["ann", "nobody-1"]);
  });
});

describe("an attempt", () => {
  it("that exceeds its time limit is aborted, and its slot is free for others", async () => {
    const jobs = await openJobs();
    const job = newJob({ expireSeconds: 1, retries: 1, retryDelaySeconds: 1000, limits: { perUser: 1 } });
    const aborted: unknown[] = [];
    const order: string[] = [];
    await jobs.start([
      worker(job, async ({ name }, signal) => {
        order.push(name);
        signal.addEventListener("abort", () => aborted.push(signal.reason));
        // Ignores its signal.
        if (name === "silent") await new Promise(() => undefined);
      }),
    ]);
    await enqueue(jobs, job, { silent: { userId: ann }, next: { userId: ann } });
    await expect.poll(() => order).toEqual(["silent", "next"]);
    expect(String(aborted[0])).toContain("time limit of 1 s");
    const { rows } = await database.pool.query("select state, data from pgboss.job where name = $1", [
      job.job,
    ]);
    expect(rows).toContainEqual({ state: "retry", data: { name: "silent" } });
  });

  it("that waits for its retry has no slot and no share", async () => {
    const jobs = await openJobs();
    const job = newJob({ retries: 3, retryDelaySeconds: 1000, limits: { perUser: 1, perHost: 1 } });
    const order: string[] = [];
    await jobs.start([
      worker(job, async ({ name }) => {
        order.push(name);
        if (name === "failing") throw new Error("not today");
      }),
    ]);
    const options = { userId: ann, host: "failing.example" };
    await enqueue(jobs, job, { failing: options, next: options });
    await expect.poll(() => order).toEqual(["failing", "next"]);
  });

  it("longer than processes may be silent is run once", async () => {
    const job = newJob({ limits: { perUser: 1 } });
    const held = heldWorker(job);
    const [one, other] = [
      await openJobs({ deadAfterSeconds: 0.5 }),
      await openJobs({ deadAfterSeconds: 0.5 }),
    ];
    await enqueue(one, job, { long: { userId: ann } });
    await Promise.all([one.start([held.worker]), other.start([held.worker])]);
    await expect.poll(held.running).toEqual(["long"]);
    await wait(1500);
    expect(held.started).toEqual(["long"]);
  });
});

it("the runs of a killed process count no more once they are requeued", async () => {
  const job = newJob({ limits: { perUser: 1, perHost: 1 } });
  const jobs = await openJobs({ deadAfterSeconds: 1 });
  const options = { userId: ann, host: "one.example" };
  await enqueue(jobs, job, { first: options, second: options });
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const { data: _, ...definition } = job;
  const code = `
    const { createJobs } = await import(${here("./pg-boss.ts")});
    const { connect } = await import(${here("../postgres/connect.ts")});
    const log = { info() {}, warn() {}, error: console.error };
    const { pool } = connect(${JSON.stringify(database.connection)});
    const jobs = await createJobs({ pool, log, deadAfterSeconds: 1 });
    const work = async () => { console.log("taken"); await new Promise(() => {}); };
    await jobs.start([{ definition: ${JSON.stringify(definition)}, work }]);`;
  const victim = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(victim.stdout, "data");
  const gone = once(victim, "exit");
  victim.kill("SIGKILL");
  await gone;
  const order: string[] = [];
  await jobs.start([
    worker(job, async ({ name }) => {
      order.push(name);
    }),
  ]);
  await expect.poll(() => order).toEqual(["first", "second"]);
});

it("a process survives the loss of the connection on which it claims a job", async () => {
  const { connection } = database;
  const way = await forwardTo({ path: `${connection.host}/.s.PGSQL.${connection.port}` });
  const { pool } = connect({ ...connection, host: "127.0.0.1", port: way.port });
  const jobs = await openJobs({ pool });
  const job = newJob({ limits: { perUser: 1 } });
  const held = heldWorker(job);
  await enqueue(jobs, job, { single: { userId: ann } });
  const holding = await holdUpdatesOfJobs();
  try {
    await jobs.start([held.worker]);
    await expect.poll(waitingClaims).toBe(1);
    way.interrupt();
    way.resume();
  } finally {
    await holding.drop();
  }
  await expect.poll(held.running).toEqual(["single"]);
  await jobs.stop();
  await pool.end();
  way.stop();
});

it("new jobs are announced on the channel that workers listen to", async () => {
  // Without it, they would start only when the next sweep finds them.
  const jobs = await openJobs({ deadAfterSeconds: 3600 });
  const job = newJob({ limits: { perUser: 1 } });
  const held = heldWorker(job);
  await jobs.start([held.worker]);
  await settle();
  await enqueue(jobs, job, { single: { userId: ann } });
  await expect.poll(held.running).toEqual(["single"]);
});

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { defineJob, worker } from "#core/server/job.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";

import type { Jobs } from "./jobs.ts";
import { createJobs } from "./pg-boss.ts";

const job = defineJob({
  job: "inspected",
  data: z.object({ n: z.number() }),
  retries: 0,
  retryDelaySeconds: 1,
  expireSeconds: 10,
  concurrency: 1,
});

const repeated = defineJob({ ...job, job: "repeated", retries: 3, retryDelaySeconds: 1000 });

describe("the inspection of jobs", () => {
  let database: FreshDatabase;
  let jobs: Jobs;
  let fails = true;
  const ran: number[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    jobs = await createJobs({ pool: database.pool, log: pino({ level: "silent" }) });
    await jobs.start([
      worker(job, async ({ n }) => {
        if (fails) throw new Error(`No ${n} today.`);
        ran.push(n);
      }),
      worker(repeated, async ({ n }) => {
        throw new Error(`No ${n} today.`);
      }),
    ]);
  });
  afterAll(async () => {
    await jobs?.stop();
    await database?.close();
  });

  const enqueue = (n: number, at?: Date) =>
    database.db.transaction((tx) => jobs.enqueue(tx, job, { n }, { ...(at && { at }) }));
  const inspected = async () => (await jobs.inspection.queues()).find(({ name }) => name === job.job);
  const change = (action: "retry" | "cancel", id: string) =>
    database.db.transaction((tx) => jobs.inspection[action](tx, job.job, id));

  it("counts jobs that wait after a failure from the first one on, but not interrupted ones", async () => {
    const enqueueRepeated = (n: number, at?: Date) =>
      database.db.transaction((tx) => jobs.enqueue(tx, repeated, { n }, { ...(at && { at }) }));
    const counts = async () => (await jobs.inspection.queues()).find(({ name }) => name === repeated.job);
    await enqueueRepeated(6, new Date(Date.now() + 3_600_000));
    await database.pool.query(
      "update pgboss.job set state = 'retry', started_on = now() where name = 'repeated'",
    );
    expect(await counts()).toMatchObject({ waiting: 1, retrying: 0, failingSince: null, problem: null });
    await enqueueRepeated(7);
    await expect.poll(counts).toMatchObject({
      waiting: 2,
      failed: 0,
      retrying: 1,
      failingSince: expect.any(Date),
      problem: "No 7 today.",
    });
    await database.pool.query("delete from pgboss.job where name = 'repeated'");
  });

  it("counts and lists failed and waiting jobs, runs failed ones again, and cancels", async () => {
    await enqueue(1);
    await jobs.idle();
    await enqueue(2, new Date(Date.now() + 3_600_000));
    expect(await inspected()).toMatchObject({ waiting: 1, running: 0, failed: 1, oldestDueAt: null });
    const [failed, waiting] = await jobs.inspection.jobs(job.job, 10);
    expect([failed, waiting]).toMatchObject([
      { state: "failed", problem: "No 1 today.", attempts: 1 },
      { state: "waiting", problem: null, attempts: 0 },
    ]);
    fails = false;
    expect(await change("retry", waiting?.id ?? "")).toBe(false);
    expect(await change("retry", failed?.id ?? "")).toBe(true);
    await jobs.idle();
    expect(ran).toEqual([1]);
    expect(await change("cancel", waiting?.id ?? "")).toBe(true);
    expect(await inspected()).toMatchObject({ waiting: 0, running: 0, failed: 0 });
    expect(await change("cancel", waiting?.id ?? "")).toBe(false);
  });
});

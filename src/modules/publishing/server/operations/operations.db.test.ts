import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { after, day, minute, second } from "#core/time.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { tryNow } from "../deliveries/recovery.ts";
import { runOperations, runUpload } from "./jobs.ts";
import { saveRequest } from "./queries.ts";
import { operationsLock, operationWorkers } from "./run.ts";

let app: TestApp;
let setup: PublishingScenario;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
});

async function started(): Promise<number> {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  await setup.start(taskId);
  return taskId;
}

const retryPolicy = { attempts: 6, secondInMilliseconds: 1000 };
/** Runs what is due, with the waits of a real server. */
const operate = (taskId: number) =>
  setup.operate(taskId, { dependencies: { ...setup.dependencies, retryPolicy } });
const uploadOf = async (taskId: number) => (await setup.listOperations(taskId, "upload"))[0];
const requestsOf = async () => (await setup.state()).sessions.length;

describe("a platform that asks to wait", () => {
  const limited = { kind: "rate_limited", retryAfter: 120, times: 1 } as const;

  it("receives nothing of the creator's other deliveries meanwhile, which lose no attempt", async () => {
    const [first, other] = [await started(), await started()];
    await setup.fail(limited);
    await operate(first);
    const { nextAttemptAt } = (await uploadOf(first)) ?? {};
    expect(nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 100 * second);
    const requests = await requestsOf();
    await operate(other);
    expect(await requestsOf()).toBe(requests);
    expect(await uploadOf(other)).toMatchObject({ attempt: 0, problemCode: "rate_limited", nextAttemptAt });
    expect((await setup.progressOf(other)).retry).toMatchObject({ attempt: 1 });
    app.setNow(after(new Date(), 3 * minute));
    await app.work();
    for (const taskId of [first, other]) expect((await uploadOf(taskId))?.doneRevision).toBe(1);
  });

  it.each([
    ["is sent soon", minute, 2 * minute],
    ["is sent after a day", 8 * day, day],
  ])("receives nothing either if the next question about a video %s", async (_what, age, wait) => {
    const [first, other] = [await started(), await started()];
    await setup.fail({ kind: "stuck_processing" });
    await operate(first);
    await setup.fail(limited);
    const now = after(new Date(), age);
    app.setNow(now);
    await operate(first);
    const [processing] = await setup.listOperations(first, "processing");
    expect(processing?.nextAttemptAt).toEqual(after(now, wait));
    const requests = await requestsOf();
    await operate(other);
    expect(await requestsOf()).toBe(requests);
    expect(await uploadOf(other)).toMatchObject({ attempt: 0, nextAttemptAt: after(now, 2 * minute) });
  });

  it("is asked at once when the creator wants it", async () => {
    const taskId = await started();
    await setup.fail(limited);
    await operate(taskId);
    await app.run(setup.creator, (ctx) => tryNow(ctx, { taskId }, setup.dependencies));
    await setup.deliver(taskId);
    expect(await setup.stageOf(taskId)).toBe("published");
  });
});

describe("an operation that becomes due while its delivery is locked", () => {
  it("is run once the lock is released", async () => {
    const taskId = await started();
    const { id } = await setup.deliveryOf(taskId);
    const late = { deliveryId: id, kind: "caption", key: "late" } as const;
    let requests = 0;
    const lock: typeof setup.dependencies.lock = async (key) => {
      const held = await setup.dependencies.lock(key);
      if (held === null || key !== operationsLock(id)) return held;
      // As by a request that commits after the worker has looked for the last time.
      const release = async () => {
        requests += 1;
        if (requests === 1) await app.run(null, (ctx) => saveRequest(ctx.tx, late, ctx.now));
        await held.release();
      };
      return { ...held, release };
    };
    await setup.operate(taskId, { dependencies: { ...setup.dependencies, lock } });
    expect(await setup.listOperations(taskId, "caption")).toMatchObject([{ key: "late", doneRevision: 1 }]);
  });

  it("is left to the job of uploads if it is one", async () => {
    const taskId = await started();
    const { id: deliveryId } = await setup.deliveryOf(taskId);
    app.queue.length = 0;
    const workers = operationWorkers(setup.dependencies);
    const short = workers.find(({ definition }) => definition === runOperations);
    await short?.work({ deliveryId }, new AbortController().signal);
    expect(app.queue).toMatchObject([{ job: runUpload.job, data: { deliveryId } }]);
    expect(await uploadOf(taskId)).toMatchObject({ doneRevision: 0 });
  });
});

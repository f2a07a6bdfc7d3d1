import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import {
  type Emitted,
  type PublishingScenario,
  publishingScenario,
  recordOutcomes,
} from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { listDestinations, saveChoice } from "../destinations/queries.ts";
import { readStatus } from "./progress.ts";
import { deliveriesOfTask } from "./queries.ts";

const emitted: Emitted[] = [];
let app: TestApp;
let setup: PublishingScenario;
/** The two channels of the creator. */
let channels: string[];

beforeAll(async () => {
  app = await startApp({ eventHandlers: recordOutcomes(emitted) });
  setup = await publishingScenario(app);
  await setup.connectYouTube({ channel: 1 });
  await setup.connectYouTube();
  const rows = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  channels = rows.map(({ id }) => id);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(async () => {
  await setup.clearFailures();
  emitted.length = 0;
});

/** A task with both channels chosen. */
async function taskForBoth(): Promise<number> {
  const { taskId } = await setup.approvedTask({ bytes: 1_500_000 });
  await app.run(null, (ctx) => saveChoice(ctx.tx, taskId, channels));
  return taskId;
}

describe("a task with several destinations", () => {
  it("is published once all of its deliveries have succeeded", async () => {
    const taskId = await taskForBoth();
    const { deliveries } = await setup.start(taskId);
    expect(deliveries).toHaveLength(2);
    const [first, second] = deliveries.map(({ deliveryId }) => deliveryId);
    await setup.deliverOne(first ?? "");
    expect(await setup.stageOf(taskId)).toBe("publishing");
    expect(emitted).toEqual([]);
    expect(await setup.taskProgressOf(taskId)).toMatchObject({
      leadingId: second,
      deliveries: [{ stage: "VIDEO_UPLOAD" }, { deliveryId: first, stage: "SUCCESSFULL" }],
    });
    await setup.deliverOne(second ?? "");
    expect(await setup.stageOf(taskId)).toBe("published");
    expect(emitted.map(({ name }) => name)).toEqual(["publishing.published"]);
    const titles = (await setup.taskProgressOf(taskId)).deliveries.map(({ channel }) => channel?.title);
    expect(titles.toSorted()).toEqual(["Balcony Harvest", "Mira Cooks Slowly"]);
  });

  it("goes on with one while the other has failed, which is retried on its own", async () => {
    const taskId = await taskForBoth();
    const { deliveries } = await setup.start(taskId);
    const [first, second] = deliveries.map(({ deliveryId }) => deliveryId);
    await setup.fail({ kind: "upload_limit" });
    await setup.deliverOne(first ?? "");
    expect(await setup.stageOf(taskId)).toBe("publishing");
    expect(emitted.map(({ name }) => name)).toEqual(["publishing.failed"]);
    expect((await setup.taskProgressOf(taskId)).deliveries).toMatchObject([
      { deliveryId: second, problem: null },
      { deliveryId: first, stage: "ERROR", recoveryActions: ["retry"] },
    ]);
    app.realtimeMessages.length = 0;
    await setup.retry(taskId, { deliveryId: first });
    // The task's stage stays, so that no other message makes the creator's other windows refetch.
    expect(app.realtimeMessages).toMatchObject([
      { name: "delivery_changed", payload: { deliveryId: first } },
    ]);
    await setup.deliverOne(first ?? "");
    await setup.deliverOne(second ?? "");
    expect(await setup.stageOf(taskId)).toBe("published");
  });

  it("is approved again when all others have ended, and publishes only what is missing", async () => {
    const taskId = await taskForBoth();
    const { deliveries } = await setup.start(taskId);
    const [first, second] = deliveries.map(({ deliveryId }) => deliveryId);
    await setup.fail({ kind: "upload_limit" });
    await setup.deliverOne(first ?? "");
    await setup.deliverOne(second ?? "");
    expect(await setup.stageOf(taskId)).toBe("approved");
    expect((await app.run(setup.creator, (ctx) => readStatus(ctx, taskId))).publishFailed).toBe(true);
    await expect(setup.retry(taskId, { deliveryId: second })).rejects.toMatchObject({
      code: "nothing_to_retry",
    });
    await setup.start(taskId);
    expect(await setup.stageOf(taskId)).toBe("publishing");
    await setup.deliver(taskId);
    expect(await setup.stageOf(taskId)).toBe("published");
    const { task } = await setup.taskProgressOf(taskId);
    const { videos } = await setup.state();
    expect(videos.filter(({ resource }) => resource.snippet.title === task.title)).toHaveLength(2);
  });

  it("is published once by deliveries that end at the same time", async () => {
    const taskId = await taskForBoth();
    await setup.start(taskId);
    const { run } = setup.dependencies;
    // Transactions in which a delivery has ended commit late, so that those of both overlap.
    const lingering: typeof run = (actor, action) =>
      run(actor, async (ctx) => {
        const result = await action(ctx);
        const rows = await deliveriesOfTask(ctx.tx, taskId);
        if (rows.some(({ step }) => step === "done")) await sleep(300);
        return result;
      });
    const dependencies = { ...setup.dependencies, run: lingering };
    const rows = await setup.deliveriesOf(taskId);
    await Promise.all(rows.map(({ id }) => setup.deliverOne(id, { dependencies })));
    expect(await setup.stageOf(taskId)).toBe("published");
    expect(emitted.map(({ name }) => name)).toEqual(["publishing.published"]);
  });
});

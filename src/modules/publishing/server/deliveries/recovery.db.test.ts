import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { after, day, minute } from "#core/time.ts";
import { untilLockWait } from "#testing/lock-waits.ts";
import {
  type Emitted,
  type PublishingScenario,
  publishingScenario,
  recordOutcomes,
  type Work,
} from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { changeDestination, deleteDestination, listDestinations } from "../destinations/queries.ts";
import { resumeAbandoned } from "../jobs.ts";
import { readStatus } from "./progress.ts";
import { changeDelivery } from "./queries.ts";
import { cancelDelivery, sendVersionBack, tryNow } from "./recovery.ts";

const emitted: Emitted[] = [];
let app: TestApp;
let setup: PublishingScenario;

beforeAll(async () => {
  app = await startApp({ eventHandlers: recordOutcomes(emitted) });
  setup = await publishingScenario(app);
  await setup.connectYouTube();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
beforeEach(() => {
  app.realtimeMessages.length = 0;
  emitted.length = 0;
  app.queue.length = 0;
});
afterEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
});

it("a start while its destination is being disconnected is refused, not an error of the database", async () => {
  const { taskId } = await setup.approvedTask();
  const connected = await app.run(setup.creator, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  const deleted = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const disconnecting = app.run(null, async (ctx) => {
    for (const row of connected) await deleteDestination(ctx.tx, row);
    deleted.resolve();
    await commit.promise;
  });
  await deleted.promise;
  const starting = setup.start(taskId).catch((error: unknown) => error);
  await untilLockWait(app.db);
  commit.resolve();
  await disconnecting;
  expect(await starting).toMatchObject({ code: "no_channel" });
  await setup.connectYouTube();
});

const inCreatorsName = <T>(act: Parameters<typeof app.run<T>>[1]) => app.run(setup.creator, act);
/** Works on a delivery without waiting for the platform's processing. */
const work = (taskId: number, how: Work = {}) => setup.deliver(taskId, { ...how, untilProcessing: true });
const cancel = (taskId: number) =>
  inCreatorsName((ctx) => cancelDelivery(ctx, { taskId }, setup.dependencies));
async function started(options: Parameters<PublishingScenario["approvedTask"]>[0] = {}) {
  const task = await setup.approvedTask(options);
  await setup.start(task.taskId);
  app.queue.length = 0;
  return task;
}

async function videoOf({ taskId, videoId }: { taskId: number; videoId: string }) {
  const id = (await setup.deliveryOf(taskId)).platformVideoId;
  const { videos } = await setup.state();
  return {
    own: videos.find((video) => video.id === id),
    count: videos.filter(({ resource }) => resource.snippet.title.includes(videoId.slice(0, 8))).length,
  };
}

describe("the progress of an upload", () => {
  it("is the last known one after a restart, with sent and confirmed bytes apart", async () => {
    const task = await started();
    const stop = new AbortController();
    await setup.fail({ kind: "slow", bytesPerSecond: 200_000, after: 1 });
    const working = work(task.taskId, { signal: stop.signal });
    await expect
      .poll(async () => (await setup.progressOf(task.taskId)).sentBytes)
      .toBeGreaterThan((await setup.progressOf(task.taskId)).confirmedBytes);
    stop.abort(new Error("stopping"));
    await expect(working).rejects.toThrow("stopping");
    const { percent, sentBytes, confirmedBytes } = await setup.progressOf(task.taskId);
    expect(confirmedBytes).toBe(1024 * 1024);
    expect(sentBytes).toBeGreaterThan(confirmedBytes);
    expect(percent).toBe(Math.floor((sentBytes / task.bytes) * 100));
  });

  it("states a stall once no byte was sent for ten seconds", async () => {
    const { taskId } = await started();
    const now = new Date();
    const { id } = await setup.deliveryOf(taskId);
    await app.run(null, (ctx) => changeDelivery(ctx.tx, id, { sentAt: now, sentBytes: 1000 }));
    app.setNow(after(now, 9_000));
    expect((await setup.progressOf(taskId)).stalledSeconds).toBeNull();
    app.setNow(after(now, 12_000));
    expect((await setup.progressOf(taskId)).stalledSeconds).toBe(12);
  });

  it("does not exist before the start of a version", async () => {
    const { taskId } = await setup.approvedTask();
    await expect(setup.progressOf(taskId)).rejects.toMatchObject({ status: 404, code: "not_started" });
  });
});

describe("a step that is being retried", () => {
  it("shows what happened and the next attempt, which the creator begins at once", async () => {
    const task = await started();
    await setup.fail({ kind: "server_errors", on: "start", retryAfter: 500 });
    const retryPolicy = { attempts: 6, secondInMilliseconds: 1000 };
    await setup.operate(task.taskId, { dependencies: { ...setup.dependencies, retryPolicy } });
    expect((await setup.progressOf(task.taskId)).retry?.inSeconds).toBeGreaterThan(400);
    expect((await setup.progressOf(task.taskId)).retry).toMatchObject({
      reason: `${setup.youtube.name} reported a temporary problem.`,
      attempt: 2,
    });
    await inCreatorsName((ctx) => tryNow(ctx, { taskId: task.taskId }, setup.dependencies));
    await app.work();
    expect(await setup.listOperations(task.taskId, "upload")).toMatchObject([
      { attempt: 0, problemCode: null },
    ]);
    const again = inCreatorsName((ctx) => tryNow(ctx, { taskId: task.taskId }, setup.dependencies));
    await expect(again).rejects.toMatchObject({ code: "nothing_to_retry" });
  });
});

describe("the platform's processing", () => {
  it("is followed for days, also after lost jobs, and only its end publishes the video", async () => {
    const task = await started();
    await setup.fail({ kind: "stuck_processing" });
    await work(task.taskId);
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      stage: "PUBLISH_VIDEO",
      percent: 100,
      processing: { since: expect.any(String) },
    });
    expect(await setup.stageOf(task.taskId)).toBe("publishing");
    const { id, platformVideoId } = await setup.deliveryOf(task.taskId);
    app.queue.length = 0;
    app.setNow(after(new Date(), 3 * day));
    await resumeAbandoned(setup.dependencies);
    const own = app.queue.filter(({ data }) => (data as { deliveryId?: string }).deliveryId === id);
    expect(own.map(({ job }) => job)).toEqual(["publishing.operate"]);
    app.queue.splice(0, app.queue.length, ...own);
    expect(emitted).toEqual([]);

    await setup.finishProcessing(platformVideoId ?? "");
    await app.work();
    expect(await setup.progressOf(task.taskId)).toMatchObject({ stage: "SUCCESSFULL", processing: null });
    expect(emitted.map(({ name }) => name)).toEqual(["publishing.published"]);
    expect(app.queue.map(({ job }) => job)).not.toContain("publishing.operate");
  });

  it("that ends with a locked visibility is no publication; it can be accepted", async () => {
    await setup.fail({ kind: "locked_private" });
    const task = await started();
    await setup.deliver(task.taskId);
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      stage: "ERROR",
      headline: expect.stringContaining("changed the visibility"),
      visibility: "public",
      shownVisibility: "private",
      recoveryActions: ["accept-visibility", "retry"],
    });
    expect(emitted.map(({ name }) => name)).toEqual(["publishing.failed"]);
    await setup.retry(task.taskId);
    await setup.deliver(task.taskId);
    expect((await setup.progressOf(task.taskId)).stage).toBe("ERROR");
    await setup.retry(task.taskId, { acceptVisibility: true });
    await setup.deliver(task.taskId);
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      stage: "SUCCESSFULL",
      visibility: "private",
    });
    expect(await setup.stageOf(task.taskId)).toBe("published");
    expect((await videoOf(task)).count).toBe(1);
  });

  it("that rejects the video leads back to the editor, whose next version is published", async () => {
    await setup.fail({ kind: "processing_failed", reason: "codec" });
    const task = await started();
    await setup.deliver(task.taskId);
    const { feedback, recoveryActions, headline } = await setup.progressOf(task.taskId);
    expect(headline).toContain("couldn't process the video");
    expect(recoveryActions).toEqual(["send-back"]);
    expect(feedback).toContain("H.264");
    await inCreatorsName((ctx) => sendVersionBack(ctx, task.taskId, feedback));
    expect(await setup.stageOf(task.taskId)).toBe("changes_requested");
    const status = await inCreatorsName((ctx) => readStatus(ctx, task.taskId));
    expect(status.publishFailed).toBe(false);
    await expect(setup.retry(task.taskId)).rejects.toMatchObject({ code: "nothing_to_retry" });
  });

  it("that cannot be asked for a while goes on", async () => {
    const task = await started();
    await setup.fail({ kind: "server_errors", on: "api", after: 2, times: 1 });
    await work(task.taskId);
    expect((await setup.deliveryOf(task.taskId)).step).toBe("processing");
    app.setNow(after(new Date(), minute));
    await app.work();
    expect((await setup.progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });
});

describe("a cancelled delivery", () => {
  it("stops during the upload and can be started again", async () => {
    const task = await started();
    await setup.fail({ kind: "slow", bytesPerSecond: 200_000, after: 1 });
    const working = work(task.taskId);
    await expect.poll(async () => (await setup.progressOf(task.taskId)).confirmedBytes).toBeGreaterThan(0);
    const { deliveries } = await cancel(task.taskId);
    expect(deliveries).toMatchObject([{ stage: "ERROR", headline: "Cancelling" }]);
    await working;
    await app.work();
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      headline: "Publishing was cancelled",
      sentBytes: 0,
    });
    expect(await setup.stageOf(task.taskId)).toBe("approved");
    expect((await inCreatorsName((ctx) => readStatus(ctx, task.taskId))).publishFailed).toBe(false);
    await setup.clearFailures();
    await setup.retry(task.taskId);
    await setup.deliver(task.taskId);
    expect((await videoOf(task)).count).toBe(1);
  });

  it("keeps nothing at the platform if it ends before the last byte, also without a connection", async () => {
    const task = await started();
    await setup.fail({ kind: "slow", bytesPerSecond: 200_000, after: 1 });
    const stop = new AbortController();
    const working = work(task.taskId, { signal: stop.signal });
    await expect.poll(async () => (await setup.progressOf(task.taskId)).confirmedBytes).toBeGreaterThan(0);
    stop.abort(new Error("stopping"));
    await expect(working).rejects.toThrow("stopping");
    const { destinationId } = await setup.deliveryOf(task.taskId);
    const [row] = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
    if (row?.id !== destinationId) throw new Error("The delivery has no destination.");
    await app.run(null, (ctx) => changeDestination(ctx.tx, row, { brokenAt: new Date() }));
    await cancel(task.taskId);
    await app.work();
    await app.run(null, (ctx) => changeDestination(ctx.tx, row, { brokenAt: null }));
    expect((await setup.progressOf(task.taskId)).headline).toBe("Publishing was cancelled");
  });

  it("deletes the private video of a failed delivery", async () => {
    const task = await started({ thumbnail: true });
    await setup.fail({ kind: "refused_thumbnail" });
    await setup.deliver(task.taskId);
    expect((await videoOf(task)).own).toBeDefined();
    await cancel(task.taskId);
    await setup.fail({ kind: "server_errors", on: "delete" });
    await app.work();
    expect((await videoOf(task)).count).toBe(1);
    app.setNow(after(new Date(), minute));
    await app.work();
    expect((await videoOf(task)).count).toBe(0);
    expect((await setup.progressOf(task.taskId)).problem).toContain("nothing is left on");
  });

  it("states that the private video remains where the platform refuses to delete it", async () => {
    const task = await started({ thumbnail: true });
    await setup.fail({ kind: "refused_thumbnail" });
    await setup.deliver(task.taskId);
    await setup.fail({ kind: "error", on: "delete", status: 403, reason: "forbidden" });
    await cancel(task.taskId);
    await app.work();
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      headline: "Publishing was cancelled, the private video remains",
      problem: expect.stringContaining("Delete it on"),
    });
  });

  it("is refused once the video is public", async () => {
    const task = await started();
    await setup.deliver(task.taskId);
    await expect(cancel(task.taskId)).rejects.toMatchObject({ status: 409, code: "too_late_to_cancel" });
  });
});

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { videos } from "#modules/media/server/tables.ts";
import { operatorJobEndpoints as endpoints } from "#modules/operators/contract/jobs.ts";
import { operatorLogEndpoints } from "#modules/operators/contract/log.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("an operator cancels", () => {
  let app: TestApp;
  let setup: PublishingScenario;
  let olga: Person;
  let creator: Person;
  let editor: Person;

  beforeAll(async () => {
    app = await startApp();
    setup = await publishingScenario(app);
    await setup.connectYouTube();
    olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
    creator = await app.join("rosa", "YOUTUBER");
    editor = await app.join("theo", "EDITOR");
  });
  afterAll(async () => {
    await setup?.close();
    await app?.stop();
  });

  const activities = async () => (await olga.call(endpoints.queues, {})).data.activities;
  const cancelVideo = (videoId: string) => olga.call(endpoints.cancelPreparation, { params: { videoId } });
  const lastAction = async () => (await olga.call(operatorLogEndpoints.log, { query: { limit: 1 } })).data[0];

  /** A version in review whose rendition is still encoded. */
  async function encodedVersion() {
    const taskId = await addTaskInReview(app.db, { creator, editor });
    const accountId = creator.user.id;
    const [video] = await app.db
      .update(videos)
      .set({ plays: "rendition", prepared: 0.5, accountId })
      .where(eq(videos.taskId, taskId))
      .returning({ id: videos.id });
    return { taskId, videoId: video?.id ?? "" };
  }

  it("the encoding of a version in review: its editor is asked to upload again", async () => {
    const { taskId, videoId } = await encodedVersion();
    expect(await activities()).toMatchObject([
      { id: videoId, kind: "preparation", taskId, owner: "rosa", progress: 0.5, cancellable: true },
    ]);
    expect((await cancelVideo(videoId)).status).toBe(200);
    const [version] = await app.db.select().from(versions).where(eq(versions.taskId, taskId));
    expect(version).toMatchObject({ state: "refused", failure: { code: "preparation_canceled" } });
    const [task] = await app.db.select().from(tasks).where(eq(tasks.id, taskId));
    expect(task?.stage).toBe("assigned");
    expect(await lastAction()).toMatchObject({ action: "cancel_preparation", subject: { name: "rosa" } });
    expect(await activities()).toEqual([]);
    expect(await cancelVideo(videoId)).toMatchObject({ status: 409, code: "preparation_ended" });
  });

  it("not the encoding of an approved version", async () => {
    const { taskId, videoId } = await encodedVersion();
    await app.db.update(versions).set({ state: "approved" }).where(eq(versions.taskId, taskId));
    await app.db.update(tasks).set({ stage: "approved" }).where(eq(tasks.id, taskId));
    expect(await cancelVideo(videoId)).toMatchObject({ status: 409, code: "preparation_needed" });
    const [video] = await app.db.select().from(videos).where(eq(videos.id, videoId));
    expect(video).toMatchObject({ state: "ready", failure: null });
    await app.db.execute(sql`update videos set rendition_done = now() where id = ${videoId}`);
  });

  it("a delivery as its creator can, until its video is made public", async () => {
    const { taskId } = await setup.approvedTask();
    await setup.start(taskId);
    const [delivery] = await activities();
    expect(delivery).toMatchObject({ kind: "delivery", taskId, destination: "YouTube", cancellable: true });
    const params = { deliveryId: delivery?.id ?? "" };
    expect((await olga.call(endpoints.cancelRunningDelivery, { params })).status).toBe(200);
    await app.work();
    expect((await setup.progressOf(taskId)).headline).toBe("Publishing was cancelled");
    expect(await setup.stageOf(taskId)).toBe("approved");
    expect(await lastAction()).toMatchObject({ action: "cancel_delivery", by: { name: "olga" } });
    await setup.retry(taskId);
    await setup.deliver(taskId);
    expect(await olga.call(endpoints.cancelRunningDelivery, { params })).toMatchObject({
      status: 409,
      code: "too_late_to_cancel",
    });
  });
});

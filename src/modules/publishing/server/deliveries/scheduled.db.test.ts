import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { after, day, hour, minute, second } from "#core/time.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { saveChanges } from "../changes/save.ts";
import { withAccess } from "../destinations/access.ts";

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
afterEach(() => app.setNow(null));

const inAnHour = () => new Date(Math.ceil(Date.now() / second) * second + hour);
const schedule = (taskId: number, at: Date, visibility: "public" | "private" = "public") =>
  setup.start(taskId, { visibility, publishAt: at.toISOString() });

/** A task whose video is on the platform and becomes public at `publishAt`. */
async function scheduled() {
  const { taskId } = await setup.approvedTask();
  const publishAt = inAnHour();
  await schedule(taskId, publishAt);
  app.queue.length = 0;
  await setup.deliver(taskId);
  return { taskId, publishAt, videoId: (await setup.deliveryOf(taskId)).platformVideoId ?? "" };
}

/** Runs the due jobs at a time, and returns since when the video is public. */
async function publicSince(taskId: number, now: Date): Promise<Date | null> {
  app.setNow(now);
  await app.work();
  return (await setup.deliveryOf(taskId)).publicAt;
}

/** Whether a realtime message makes the creator's pages refetch a task's progress. */
const isChangeOf =
  (taskId: number) =>
  ({ people, name, payload }: TestApp["realtimeMessages"][number]) =>
    name === deliveryChanged.name &&
    people.includes(setup.creator.id) &&
    deliveryChanged.payload.parse(payload).taskId === taskId;

/** Time of the next check whether the video of a task is public. */
async function nextConfirmation(taskId: number): Promise<Date | null> {
  const [confirm] = await setup.listOperations(taskId, "confirm");
  return confirm?.nextAttemptAt ?? null;
}

describe("a scheduled video", () => {
  it("is public, and at least some minutes ahead", async () => {
    const { taskId } = await setup.approvedTask();
    const soon = schedule(taskId, new Date(Date.now() + 60 * second));
    await expect(soon).rejects.toMatchObject({ status: 422, code: "publish_time" });
    await expect(schedule(taskId, inAnHour(), "private")).rejects.toMatchObject({ code: "publish_time" });
  });

  it("is private until its time", async () => {
    const { taskId, publishAt, videoId } = await scheduled();
    const { videos } = await setup.state();
    const status = videos.find(({ id }) => id === videoId)?.resource.status;
    expect(status).toMatchObject({ privacyStatus: "private", publishAt: publishAt.toISOString() });
    const progress = await setup.progressOf(taskId);
    expect(progress).toMatchObject({
      stage: "SUCCESSFULL",
      shownVisibility: "public",
      publishAt: publishAt.toISOString(),
    });
    expect(await publicSince(taskId, after(publishAt, -second))).toBeNull();
  });

  it("counts as public from its time, once the platform has confirmed it", async () => {
    const { taskId, publishAt, videoId } = await scheduled();
    app.realtimeMessages.length = 0;
    // The clock of the sandbox platform has not reached the time yet.
    expect(await publicSince(taskId, publishAt)).toBeNull();
    const destinationId = (await setup.deliveryOf(taskId)).destinationId;
    await withAccess(setup.dependencies, destinationId, "other", (access) =>
      setup.youtube.updateVideo(access, videoId, { privacy: "public", publishAt: null }),
    );
    expect(await publicSince(taskId, publishAt)).toBeNull();
    expect(await publicSince(taskId, after(publishAt, 60 * second))).toEqual(publishAt);
    expect((await setup.progressOf(taskId)).publishAt).toBeNull();
    expect(await nextConfirmation(taskId)).toBeNull();
    expect(app.realtimeMessages.filter(isChangeOf(taskId))).toHaveLength(2);
  });

  it("that stays private is reported by its third check, two minutes after its time", async () => {
    const { taskId, publishAt } = await scheduled();
    app.realtimeMessages.length = 0;
    for (const [minutes, overdue] of [false, false, true].entries()) {
      expect(await publicSince(taskId, after(publishAt, minutes * minute))).toBeNull();
      expect((await setup.progressOf(taskId)).overdue).toBe(overdue);
      expect(app.realtimeMessages.filter(isChangeOf(taskId))).toHaveLength(minutes + 1);
    }
  });

  it("that stays private is published once its creator saves it as public", async () => {
    const { taskId, publishAt, videoId } = await scheduled();
    await publicSince(taskId, after(publishAt, 3 * minute));
    const details = {
      taskId,
      title: "Rain",
      description: "More rain.",
      tags: [],
      thumbnailFileId: undefined,
    };
    await app.run(setup.creator, (ctx) =>
      saveChanges(ctx, { ...details, visibility: "public" }, setup.dependencies),
    );
    await setup.operate(taskId);
    expect(await setup.progressOf(taskId)).toMatchObject({ overdue: false, publishAt: null });
    const { videos } = await setup.state();
    const status = videos.find(({ id }) => id === videoId)?.resource.status;
    expect(status?.privacyStatus).toBe("public");
  });

  it("that stays private is looked at seven times, of which some may fail", async () => {
    const { taskId, publishAt } = await scheduled();
    await setup.fail({ kind: "server_errors", on: "api", times: 2 });
    for (let days = 0; days < 6; days += 1) {
      expect(await publicSince(taskId, after(publishAt, days * day))).toBeNull();
      expect(await nextConfirmation(taskId)).not.toBeNull();
    }
    expect(await publicSince(taskId, after(publishAt, 9 * day))).toBeNull();
    expect(await nextConfirmation(taskId)).toBeNull();
  });
});

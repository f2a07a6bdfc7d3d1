import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { videos } from "#modules/media/server/tables.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { sampleFacts } from "#testing/reviewed-version.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { readChanges } from "../changes/save.ts";
import { saveChoice } from "../destinations/queries.ts";
import { summarize } from "./actions.ts";

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
afterEach(() => setup.clearFailures());

/** An approved vertical video, as a phone records it: stored wide, and rotated. */
async function approvedShort(): Promise<number> {
  const { taskId, videoId } = await setup.approvedTask({ bytes: 1000, thumbnail: true });
  const turned = { width: 1080, height: 1920, codedWidth: 1920, codedHeight: 1080, rotation: 90 } as const;
  const facts = { ...sampleFacts, durationSeconds: 180, video: { ...sampleFacts.video, ...turned } };
  await app.run(null, ({ tx }) => tx.update(videos).set({ facts }).where(eq(videos.id, videoId)));
  return taskId;
}

async function hasThumbnail(taskId: number): Promise<boolean | undefined> {
  const { platformVideoId } = await setup.deliveryOf(taskId);
  return (await setup.state()).videos.find(({ id }) => id === platformVideoId)?.hasThumbnail;
}

const changesOf = async (taskId: number) =>
  (await app.run(setup.creator, (ctx) => readChanges(ctx, taskId, setup.dependencies))).deliveries;
const summaryOf = (taskId: number) =>
  app.run(setup.creator, (ctx) => summarize(ctx, taskId, setup.dependencies));

describe("a Short", () => {
  it("is announced before the start, where it is published on YouTube", async () => {
    const taskId = await approvedShort();
    expect((await summaryOf(taskId)).short).toBe(true);
    const channel = await setup.connectPeerTube();
    await app.run(setup.creator, (ctx) => saveChoice(ctx.tx, taskId, [channel.id]));
    expect((await summaryOf(taskId)).short).toBe(false);
    const { taskId: unprobed } = await setup.approvedTask({ bytes: 1000 });
    expect((await summaryOf(unprobed)).short).toBe(false);
  });

  it("gets its thumbnail once YouTube has processed it", async () => {
    const taskId = await approvedShort();
    await setup.start(taskId);
    await setup.fail({ kind: "stuck_processing" });
    await setup.deliver(taskId, { untilProcessing: true });
    expect(await hasThumbnail(taskId)).toBe(false);
    await setup.finishProcessing((await setup.deliveryOf(taskId)).platformVideoId ?? "");
    await setup.deliver(taskId);
    expect(await setup.stageOf(taskId)).toBe("published");
    await setup.operate(taskId);
    expect(await hasThumbnail(taskId)).toBe(true);
    expect(await changesOf(taskId)).toMatchObject([{ state: "sent" }]);
  });

  it("is published without its thumbnail if YouTube refuses that, and says so", async () => {
    const taskId = await approvedShort();
    await setup.start(taskId);
    await setup.fail({ kind: "refused_thumbnail" });
    await setup.deliver(taskId);
    await setup.operate(taskId);
    expect(await setup.stageOf(taskId)).toBe("published");
    expect(await changesOf(taskId)).toMatchObject([
      { state: "failed", recoveryActions: expect.arrayContaining(["verify-channel"]) },
    ]);
  });

  it("on PeerTube is a video as any other", async () => {
    const taskId = await approvedShort();
    const channel = await setup.connectPeerTube();
    await app.run(setup.creator, (ctx) => saveChoice(ctx.tx, taskId, [channel.id]));
    await setup.start(taskId);
    await setup.deliver(taskId);
    const { platformVideoId } = await setup.deliveryOf(taskId);
    const video = (await setup.peertubeVideos()).find(({ uuid }) => uuid === platformVideoId);
    expect(video?.hasThumbnail).toBe(true);
    expect(await changesOf(taskId)).toEqual([]);
  });
});

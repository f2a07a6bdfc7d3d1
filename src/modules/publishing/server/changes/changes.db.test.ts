import { buffer } from "node:stream/consumers";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { AdapterError } from "#core/adapter-error.ts";
import { hour, minute, second } from "#core/time.ts";
import { fileKey } from "#modules/media/server/videos/object-keys.ts";
import type { OperationProgress } from "#modules/publishing/contract/operations.ts";
import {
  changeProblemMessage,
  type ProblemCode,
  recoveryActionsFor,
} from "#modules/publishing/rules/problems.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { quotaRenewsSoon } from "#testing/quota-renewal.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { chooseDestinations } from "../destinations/choice.ts";
import { deleteDestination, listDestinations } from "../destinations/queries.ts";
import { saveOptions } from "../details/queries.ts";
import { resumeAbandoned } from "../jobs.ts";
import { startDelivery } from "../start/actions.ts";
import { type PublishedDetails, readChanges, resendChanges, saveChanges } from "./save.ts";

let app: TestApp;
let setup: PublishingScenario;
let peertube: string;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube();
  peertube = (await setup.connectPeerTube()).id;
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
});

async function youtubeChannel() {
  const rows = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  const channel = rows.find(({ kind }) => kind === "youtube");
  if (!channel) throw new Error("No channel is connected.");
  return channel;
}

interface Published {
  taskId: number;
  youtube: string;
  peertube: string;
}

/** A published task: on YouTube, and on PeerTube if `everywhere`. */
async function published(how: { everywhere?: boolean; publishAt?: Date } = {}): Promise<Published> {
  const { taskId } = await setup.approvedTask({ bytes: 1000, thumbnail: true });
  const chosen = [(await youtubeChannel()).id, ...(how.everywhere ? [peertube] : [])];
  await app.run(setup.creator, (ctx) => chooseDestinations(ctx, taskId, chosen));
  const publishAt = how.publishAt?.toISOString();
  await app.run(setup.creator, async (ctx) => {
    const language = {
      language: "hi",
      categoryId: "19",
      license: "creativeCommon",
      embeddable: false,
    } as const;
    const options = { ...language, notifySubscribers: true, recordingDate: "2026-07-01" };
    const declared = { syntheticMedia: true, paidPromotion: true };
    await saveOptions(ctx.tx, taskId, { ...options, ...declared, playlists: [] });
    await startDelivery(ctx, { taskId, visibility: "public", publishAt }, setup.dependencies);
  });
  await setup.deliver(taskId);
  const rows = await setup.deliveriesOf(taskId);
  const idOn = (kind: string) => rows.find((row) => row.kind === kind)?.platformVideoId ?? "";
  return { taskId, youtube: idOn("youtube"), peertube: idOn("peertube") };
}

const details = (taskId: number, more: Partial<PublishedDetails> = {}): PublishedDetails => ({
  taskId,
  title: "Rain again",
  description: "More rain.",
  tags: ["monsoon"],
  visibility: "unlisted",
  thumbnailFileId: undefined,
  ...more,
});
const save = (taskId: number, more: Partial<PublishedDetails> = {}) =>
  app.run(setup.creator, (ctx) => saveChanges(ctx, details(taskId, more), setup.dependencies));
const statesOf = async (taskId: number): Promise<OperationProgress[]> =>
  (await app.run(setup.creator, (ctx) => readChanges(ctx, taskId, setup.dependencies))).deliveries;

async function work(taskId: number, dependencies: PublishingDependencies = setup.dependencies) {
  await setup.operate(taskId, { dependencies });
}

/** Changes that YouTube did not take, as the creator's page receives them. */
const failed = (code: ProblemCode) => ({
  state: "failed",
  problem: changeProblemMessage(code, setup.youtube.name),
  recoveryActions: recoveryActionsFor(code, "done"),
});

async function onYouTube({ youtube }: Published) {
  return (await setup.state()).videos.find(({ id }) => id === youtube)?.resource;
}

async function onPeerTube({ peertube }: Published) {
  return (await setup.peertubeVideos()).find(({ uuid }) => uuid === peertube);
}

describe("details changed after publishing", () => {
  it("are on all destinations, next to what was not changed", async () => {
    const video = await published({ everywhere: true });
    expect((await save(video.taskId)).deliveries.map(({ state }) => state)).toEqual(["sending", "sending"]);
    await work(video.taskId);
    expect(await onYouTube(video)).toMatchObject({
      snippet: { title: "Rain again", description: "More rain.", tags: ["monsoon"], defaultLanguage: "hi" },
      status: { privacyStatus: "unlisted", license: "creativeCommon", embeddable: false },
    });
    expect(await onYouTube(video)).toMatchObject({
      snippet: { categoryId: "19", defaultAudioLanguage: "hi" },
      status: { selfDeclaredMadeForKids: true, containsSyntheticMedia: true },
      recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
      paidProductPlacementDetails: { hasPaidProductPlacement: true },
    });
    expect(await onPeerTube(video)).toMatchObject({
      name: "Rain again",
      description: "More rain.",
      tags: ["monsoon"],
      privacy: { id: 2 },
    });
    const sent = { state: "sent", sentAt: expect.any(String), problem: null };
    expect(await statesOf(video.taskId)).toMatchObject([sent, sent]);
    const rows = await setup.deliveriesOf(video.taskId);
    expect(rows).toMatchObject([
      { visibility: "unlisted", shownVisibility: "unlisted", publicAt: null },
      { visibility: "unlisted", shownVisibility: "unlisted", publicAt: null },
    ]);
    const task = await app.run(null, (ctx) => readTask(ctx, video.taskId));
    expect(task).toMatchObject({ title: "Rain again", tags: ["monsoon"], madeForKids: true });
  });

  it("are only those of a published video", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await expect(save(taskId)).rejects.toMatchObject({ status: 409, code: "not_published" });
  });

  it("are sent once more after a kill between the platform's reply and the commit", async () => {
    const video = await published();
    await save(video.taskId);
    const killed = { ...setup.dependencies, run: () => Promise.reject(new Error("killed")) };
    await expect(work(video.taskId, killed)).rejects.toThrow("killed");
    expect(await statesOf(video.taskId)).toMatchObject([{ state: "sending" }]);
    app.queue.length = 0;
    app.setNow(new Date(Date.now() + 11 * minute));
    await resumeAbandoned(setup.dependencies);
    expect(app.queue.map(({ job }) => job)).toContain("publishing.operate");
    await work(video.taskId);
    expect(await statesOf(video.taskId)).toMatchObject([{ state: "sent" }]);
    expect(await onYouTube(video)).toMatchObject({ snippet: { title: "Rain again" } });
  });

  it.each(["succeeds", "fails"])("are those of the last save if one is overtaken that %s", async (how) => {
    const video = await published();
    await save(video.taskId, { title: "First" });
    const { youtube: platform } = setup;
    let calls = 0;
    const updateVideo: typeof platform.updateVideo = async (access, id, change) => {
      const state = await platform.updateVideo(access, id, change);
      calls += 1;
      if (calls > 1) return state;
      await save(video.taskId, { title: "Second", visibility: "private" });
      if (how === "succeeds") return state;
      throw new AdapterError({ kind: "needs-user", code: "invalid_title", message: "The first title" });
    };
    await work(video.taskId, setup.withPlatform("youtube", { updateVideo }));
    expect(calls).toBe(2);
    expect(await onYouTube(video)).toMatchObject({
      snippet: { title: "Second" },
      status: { privacyStatus: "private" },
    });
    expect(await statesOf(video.taskId)).toMatchObject([{ state: "sent" }]);
  });

  it("are sent by one worker at a time", async () => {
    const { taskId } = await published();
    await save(taskId);
    const { youtube: platform } = setup;
    const [sending, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const updateVideo: typeof platform.updateVideo = async (...update) => {
      sending.resolve();
      await mayEnd.promise;
      return platform.updateVideo(...update);
    };
    const first = work(taskId, setup.withPlatform("youtube", { updateVideo }));
    await sending.promise;
    let calls = 0;
    const counted: typeof platform.updateVideo = async (...update) => {
      calls += 1;
      return platform.updateVideo(...update);
    };
    await work(taskId, setup.withPlatform("youtube", { updateVideo: counted }));
    expect(calls).toBe(0);
    mayEnd.resolve();
    await first;
    expect(await statesOf(taskId)).toMatchObject([{ state: "sent" }]);
  });
});

describe("changes that a platform does not take", () => {
  it("are sent again by the server after a temporary failure, with what happened", async () => {
    const { taskId } = await published();
    await setup.fail({ kind: "server_errors", on: "api" });
    await save(taskId);
    app.queue.length = 0;
    // The pauses of tests are shorter than a statement.
    app.setNow(new Date());
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([
      { state: "sending", problem: expect.stringContaining("YouTube"), nextAttemptAt: expect.any(String) },
    ]);
    expect(app.queue.map(({ job }) => job)).toContain("publishing.operate");
    app.setNow(new Date(Date.now() + hour));
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([{ state: "sent", problem: null, nextAttemptAt: null }]);
  });

  it("wait for the creator after many attempts: attempts_exhausted", async () => {
    const { taskId } = await published();
    await setup.fail({ kind: "server_errors", on: "api", retryAfter: 700 });
    await save(taskId);
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([failed("attempts_exhausted")]);
  });

  it.skipIf(quotaRenewsSoon())("wait for the creator when the quota is used up", async () => {
    const { taskId } = await published();
    await setup.fail({ kind: "quota_exceeded" });
    await save(taskId);
    await work(taskId);
    const problem = expect.stringContaining("It renews at midnight Pacific time");
    expect(await statesOf(taskId)).toMatchObject([{ state: "failed", problem, recoveryActions: ["retry"] }]);
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([{ state: "failed" }]);
    const again = () => app.run(setup.creator, (ctx) => resendChanges(ctx, taskId, setup.dependencies));
    expect((await again()).deliveries).toMatchObject([{ state: "sending", problem: null }]);
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([{ state: "sent" }]);
    await expect(again()).rejects.toMatchObject({ status: 409, code: "nothing_to_send" });
  });

  it.each([
    ["invalid_title", 400, "invalidTitle"],
    ["invalid_publish_time", 400, "invalidPublishScheduleForVideo"],
    ["privacy_refused", 403, "forbiddenPrivacySetting"],
    ["embedding_refused", 403, "forbiddenEmbedSetting"],
    ["channel_forbidden", 403, "forbidden"],
  ] as const)("are described to the creator: %s", async (code, status, reason) => {
    const { taskId } = await published();
    await setup.fail({ kind: "error", on: "api", status, reason });
    await save(taskId);
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([failed(code)]);
  });

  it("name a video that was deleted at the platform", async () => {
    const video = await published({ everywhere: true });
    await withAccess(setup.dependencies, (await youtubeChannel()).id, "other", (access, platform) =>
      platform.deleteVideo(access, video.youtube),
    );
    await save(video.taskId);
    await work(video.taskId);
    expect(await statesOf(video.taskId)).toMatchObject([
      { kind: "youtube", ...failed("video_deleted") },
      { kind: "peertube", state: "sent" },
    ]);
  });

  it.each<[code: ProblemCode, ...rules: Parameters<PublishingScenario["fail"]>]>([
    ["thumbnail_not_allowed", { kind: "refused_thumbnail" }],
    ["thumbnail_invalid", { kind: "error", on: "thumbnail", status: 400, reason: "invalidImage" }],
    ["thumbnail_missing"],
  ])("are sent except for the thumbnail, which is sent with the next attempt: %s", async (code, ...rules) => {
    const video = await published();
    const { taskId } = video;
    const other = await setup.approvedTask({ bytes: 1000, thumbnail: true });
    const { thumbnailFileId } = await app.run(null, (ctx) => readTask(ctx, other.taskId));
    const key = fileKey(thumbnailFileId ?? "");
    const picture = await buffer(await app.storage.read(key));
    if (code === "thumbnail_missing") await app.storage.remove(key);
    await setup.fail(...rules);
    await save(taskId, { thumbnailFileId: thumbnailFileId ?? undefined });
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([failed(code)]);
    expect(await onYouTube(video)).toMatchObject({ snippet: { title: "Rain again" } });
    await app.storage.put(key, picture);
    await app.run(setup.creator, (ctx) => resendChanges(ctx, taskId, setup.dependencies));
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([{ state: "sent" }]);
  });

  it("report a visibility that the platform keeps", async () => {
    const { taskId } = await published();
    const { youtube: platform } = setup;
    const locked = async (access: string, id: string) => {
      const state = await platform.video(access, id);
      return state && { ...state, privacy: "private" as const };
    };
    await save(taskId, { visibility: "public" });
    await work(taskId, setup.withPlatform("youtube", { video: locked }));
    expect(await statesOf(taskId)).toMatchObject([failed("visibility_refused")]);
    expect(await setup.deliveriesOf(taskId)).toMatchObject([{ shownVisibility: "private", publicAt: null }]);
  });

  it("offer to reconnect a channel that was disconnected", async () => {
    const { taskId } = await published();
    await save(taskId);
    const channel = await youtubeChannel();
    await app.run(null, (ctx) => deleteDestination(ctx.tx, channel));
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([
      { state: "failed", recoveryActions: ["reconnect", "retry"], channelTitle: null },
    ]);
    await setup.connect(setup.creator, taskId);
    await app.run(setup.creator, (ctx) => resendChanges(ctx, taskId, setup.dependencies));
    await work(taskId);
    expect(await statesOf(taskId)).toMatchObject([{ state: "sent" }]);
  });
});

describe("the time of a scheduled video", () => {
  const inHours = (hours: number) => new Date(Math.ceil(Date.now() / second) * second + hours * hour);

  it("is changed at all destinations, or given up for another visibility", async () => {
    const video = await published({ everywhere: true, publishAt: inHours(1) });
    const later = inHours(2).toISOString();
    expect(await save(video.taskId, { visibility: "public", publishAt: later })).toMatchObject({
      publishAt: later,
    });
    await work(video.taskId);
    expect(await onYouTube(video)).toMatchObject({
      status: { privacyStatus: "private", publishAt: later },
    });
    expect(await onPeerTube(video)).toMatchObject({ scheduledUpdate: { updateAt: later } });
    expect(await setup.deliveriesOf(video.taskId)).toMatchObject([{ publicAt: null }, { publicAt: null }]);
    await save(video.taskId, { visibility: "private" });
    await work(video.taskId);
    expect((await onYouTube(video))?.status.publishAt).toBeUndefined();
    expect(await onPeerTube(video)).toMatchObject({ scheduledUpdate: null, privacy: { id: 3 } });
    expect((await statesOf(video.taskId)).map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  it("stays if it is near, must be ahead if it is new, and can't be set once the video is public", async () => {
    const publishAt = inHours(1);
    const { taskId } = await published({ publishAt });
    const scheduled = (at: Date) => save(taskId, { visibility: "public", publishAt: at.toISOString() });
    app.setNow(new Date(publishAt.getTime() - 60 * second));
    await scheduled(publishAt);
    await expect(scheduled(inHours(0.99))).rejects.toMatchObject({ status: 422, code: "publish_time" });
    app.setNow(new Date(publishAt.getTime() + 60 * second));
    await expect(scheduled(inHours(3))).rejects.toMatchObject({ status: 409, code: "not_scheduled" });
  });
});

it("the job of the queue sends the changes", async () => {
  const video = await published();
  await save(video.taskId);
  await app.work();
  expect(await onYouTube(video)).toMatchObject({ snippet: { title: "Rain again" } });
});

import { open } from "node:fs/promises";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { fileKey } from "#modules/media/server/keys.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";
import {
  type ApprovedTask,
  type PublishingStage,
  type SandboxState,
  startPublishingStage,
} from "#testing/publishing.ts";

import { readProgress, retryDelivery, startSession } from "../actions.ts";
import { resumeAbandoned } from "../jobs.ts";
import { findDelivery } from "../store/deliveries.ts";
import { deliver, deliveryLock } from "./deliver.ts";

const unit = 256 * 1024;
let stage: PublishingStage;

beforeAll(async () => {
  stage = await startPublishingStage();
  await stage.connect(stage.creator, (await stage.approvedTask({ bytes: 1000 })).taskId);
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.live.length = 0;
  stage.announced.length = 0;
  stage.queue.length = 0;
});
afterEach(() => stage.forgive());

const never = new AbortController().signal;
const work = (taskId: number, signal = never) => deliver(stage.parts, taskId, signal);
const progressOf = (taskId: number) =>
  stage.run(stage.creator, (ctx) => readProgress(ctx, taskId, { sandbox: true }));
const rowOf = (taskId: number) => stage.run(null, (ctx) => findDelivery(ctx.tx, taskId));
const taskOf = (taskId: number) => stage.run(null, (ctx) => lockTask(ctx, taskId));

async function started(
  options: Parameters<PublishingStage["approvedTask"]>[0] = {},
  visibility: "public" | "unlisted" | "private" = "public",
): Promise<ApprovedTask> {
  const task = await stage.approvedTask(options);
  await begin(task.taskId, visibility);
  return task;
}

const begin = (taskId: number, visibility: "public" | "unlisted" | "private" = "public") =>
  stage.run(stage.creator, (ctx) =>
    startSession(ctx, { taskId, visibility, syntheticMedia: false }, { sandbox: true }),
  );

const retry = (taskId: number, how: { withoutThumbnail?: boolean; uploadAgain?: boolean } = {}) =>
  stage.run(stage.creator, (ctx) =>
    retryDelivery(ctx, { taskId, withoutThumbnail: false, uploadAgain: false, ...how }, { sandbox: true }),
  );

const said = () =>
  [...new Set(stage.live.map(({ name }) => name))].filter((name) => !/^(task|video)_/.test(name));

/** The video of a task at the platform, and every session that was opened for it. */
async function atPlatform(task: ApprovedTask) {
  const { videos, sessions } = await stage.state();
  const row = await rowOf(task.taskId);
  return {
    videos: videos.filter(
      ({ bytes, resource }) =>
        bytes === task.bytes && resource.snippet.title.includes(task.videoId.slice(0, 8)),
    ),
    video: videos.find(({ id }) => id === row?.platformVideoId),
    sessions: sessions.filter(({ size }) => size === task.bytes),
  };
}

/** Pieces that did not begin at the byte that the platform had confirmed by then. */
function strayPieces({ requests }: SandboxState["sessions"][number]) {
  let confirmed = 0;
  return requests.filter((request) => {
    const stray = request.first !== undefined && request.first !== confirmed;
    confirmed = request.confirmed ?? confirmed;
    return stray;
  });
}

/** Each task has a size of its own, by which its sessions are told apart. */
let sizes = 3 * 1024 * 1024;
const ownSize = () => (sizes += 1001);

describe("a delivery", () => {
  it("uploads privately, sets the thumbnail, publishes with all details, and tells each step live", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    expect((await taskOf(task.taskId)).stage).toBe("publishing");
    expect(stage.queue).toContainEqual({ job: "publishing.deliver", data: { taskId: task.taskId } });
    await work(task.taskId);

    const { video, sessions } = await atPlatform(task);
    expect(video).toMatchObject({ bytes: task.bytes, hasThumbnail: true });
    expect(video?.resource.snippet).toMatchObject({
      title: `Monsoon ${task.videoId.slice(0, 8)}`,
      description: "Rain on the line.",
      tags: ["rain", "a train"],
    });
    expect(video?.resource.status).toMatchObject({
      privacyStatus: "public",
      selfDeclaredMadeForKids: true,
      containsSyntheticMedia: false,
    });
    expect(sessions.map(({ bytesEverReceived }) => bytesEverReceived)).toEqual([task.bytes]);
    expect(said()).toEqual(["upload_progress", "upload_complete", "thumbnail_uploaded", "publish_video"]);
    expect(stage.announced.map(({ name }) => name)).toEqual(["publishing.published"]);
    const done = await taskOf(task.taskId);
    expect(done).toMatchObject({ stage: "published", watchUrl: expect.stringContaining(video?.id ?? "?") });
    expect(await progressOf(task.taskId)).toMatchObject({
      stage: "SUCCESSFULL",
      percent: 100,
      videoId: video?.id,
      shownVisibility: "public",
      recoveryActions: [],
    });
  });

  it("brings the very bytes that the editor uploaded", async () => {
    const task = await started({ bytes: ownSize() });
    await work(task.taskId);
    await expect.poll(async () => (await atPlatform(task)).video?.sha256).toBe(task.sha256);
  });

  it("reports progress that never runs ahead of what is sent, to both people", async () => {
    const task = await started({ bytes: ownSize() });
    await work(task.taskId);
    const reports = stage.live.filter(({ name }) => name === "upload_progress");
    const sent = reports.map(({ payload }) => (payload as { sentBytes: number }).sentBytes);
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
    expect(Math.max(...sent)).toBeLessThanOrEqual(task.bytes);
    expect(reports.at(-1)).toMatchObject({
      people: [stage.creator.id, stage.editor.id],
      payload: { taskId: task.taskId, percent: expect.any(Number), totalBytes: task.bytes },
    });
  });

  it.each(["unlisted", "private"] as const)("ends %s when that was asked for", async (visibility) => {
    const task = await started({ bytes: ownSize() }, visibility);
    await work(task.taskId);
    expect((await atPlatform(task)).video?.resource.status.privacyStatus).toBe(visibility);
  });

  it("is public from a given time on, and private until then", async () => {
    const { taskId, ...task } = await stage.approvedTask({ bytes: ownSize() });
    const publishAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString();
    const plan = (at: string, visibility: "public" | "private" = "public") =>
      stage.run(stage.creator, (ctx) =>
        startSession(ctx, { taskId, visibility, syntheticMedia: false, publishAt: at }, { sandbox: true }),
      );
    const soon = new Date(Date.now() + 60_000).toISOString();
    await expect(plan(soon)).rejects.toMatchObject({ status: 422, code: "publish_time" });
    await expect(plan(publishAt, "private")).rejects.toMatchObject({ code: "publish_time" });
    await plan(publishAt);
    await work(taskId);
    const { video } = await atPlatform({ taskId, ...task });
    expect(video?.resource.status).toMatchObject({ privacyStatus: "private", publishAt });
    expect(await progressOf(taskId)).toMatchObject({
      stage: "SUCCESSFULL",
      shownVisibility: "public",
      publishAt,
    });
  });

  it("says so when the platform keeps the video private", async () => {
    await stage.order({ kind: "locked_private" });
    const task = await started({ bytes: ownSize() });
    await work(task.taskId);
    expect(await progressOf(task.taskId)).toMatchObject({
      stage: "SUCCESSFULL",
      visibility: "public",
      shownVisibility: "private",
    });
  });

  it("is done by one worker only, however many there are", async () => {
    const task = await started({ bytes: ownSize() });
    await Promise.all([work(task.taskId), work(task.taskId), work(task.taskId)]);
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toHaveLength(1);
    expect(sessions.map(({ bytesEverReceived }) => bytesEverReceived)).toEqual([task.bytes]);
  });

  it("can't be started twice, nor by a task that is not approved", async () => {
    const task = await started({ bytes: ownSize() });
    await expect(begin(task.taskId)).rejects.toMatchObject({ status: 409, code: "already_publishing" });
    await work(task.taskId);
    await expect(begin(task.taskId)).rejects.toMatchObject({ status: 409, code: "already_publishing" });
    await expect(retry(task.taskId)).rejects.toMatchObject({ status: 409, code: "nothing_to_retry" });
  });

  it("waits with the last bytes until the recorded hash is known", async () => {
    const task = await started({ bytes: ownSize(), hashed: false });
    const working = work(task.taskId);
    await expect.poll(async () => (await atPlatform(task)).sessions[0]?.confirmedBytes).toBe(3 * 1024 * 1024);
    expect((await atPlatform(task)).videos).toEqual([]);
    await stage.setHash(task.videoId, task.sha256);
    await working;
    expect((await progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });
});

describe("a delivery over a fast line", () => {
  it("sends most of the file as one piece, and waits for the hash only before a small last one", async () => {
    const task = await started({ bytes: 6 * 1024 * 1024 + 1001, hashed: false });
    const platform = { ...stage.parts.platform, largestPieceBytes: 64 * 1024 * 1024 };
    const working = deliver({ ...stage.parts, platform }, task.taskId, never);
    await expect
      .poll(async () => (await atPlatform(task)).sessions[0]?.confirmedBytes)
      .toBe(5 * 1024 * 1024 + unit);
    await stage.setHash(task.videoId, task.sha256);
    await working;
    const { sessions, video } = await atPlatform(task);
    const beginnings = sessions[0]?.requests.flatMap(({ first }) => first ?? []);
    expect(beginnings).toEqual([0, 1024 * 1024, 5 * 1024 * 1024 + unit]);
    expect(video?.bytes).toBe(task.bytes);
  });
});

describe("an interrupted delivery", () => {
  /** Stops the worker as a dying process does, once the platform has confirmed something. */
  async function workUntilConfirmed(task: ApprovedTask): Promise<void> {
    const stop = new AbortController();
    await stage.order({ kind: "slow", bytesPerSecond: 200_000, after: 1 });
    const working = work(task.taskId, stop.signal);
    await expect
      .poll(async () => (await atPlatform(task)).sessions[0]?.confirmedBytes ?? 0)
      .toBeGreaterThan(0);
    stop.abort(new Error("The server is stopping."));
    await expect(working).rejects.toThrow("The server is stopping.");
    await stage.forgive();
  }

  it("continues at the byte that the platform has confirmed, and sends nothing before it again", async () => {
    const task = await started({ bytes: ownSize() });
    await workUntilConfirmed(task);
    expect((await rowOf(task.taskId))?.platformVideoId).toBeNull();
    await work(task.taskId);
    const { sessions, video } = await atPlatform(task);
    expect(sessions).toHaveLength(1);
    expect(sessions.flatMap(strayPieces)).toEqual([]);
    expect(video?.bytes).toBe(task.bytes);
    await expect.poll(async () => (await atPlatform(task)).video?.sha256).toBe(task.sha256);
  });

  it("is found by the sweep, unless somebody is at work on it", async () => {
    const task = await started({ bytes: ownSize() });
    const mine = () => stage.queue.filter(({ data }) => (data as { taskId: number }).taskId === task.taskId);
    stage.queue.length = 0;
    const lock = await stage.parts.lock(deliveryLock(task.taskId));
    await resumeAbandoned(stage.parts);
    expect(mine()).toEqual([]);
    await lock?.release();
    await resumeAbandoned(stage.parts);
    expect(mine()).toHaveLength(1);
    await work(task.taskId);
    stage.queue.length = 0;
    await resumeAbandoned(stage.parts);
    expect(mine()).toEqual([]);
  });

  it("stands still when its lock is lost", async () => {
    const task = await started({ bytes: ownSize() });
    const { lock } = stage.parts;
    const lost = new AbortController();
    const losing: typeof lock = async (key) => {
      const held = await lock(key);
      return held && key.startsWith("publishing.delivery") ? { ...held, lost: lost.signal } : held;
    };
    lost.abort(new Error("gone"));
    await expect(deliver({ ...stage.parts, lock: losing }, task.taskId, never)).rejects.toThrow("gone");
    expect(await rowOf(task.taskId)).toMatchObject({ step: "upload", problem: null });
    await work(task.taskId);
    expect((await progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });
});

describe("a platform that fails for a while", () => {
  it.each([
    ["keeps only part of a piece", { kind: "partial_308", keep: 2, times: 2 }],
    ["drops the connection", { kind: "dropped_connection", bytes: 3 * unit, times: 2 }],
    ["answers 503 again and again", { kind: "server_errors", on: "bytes", times: 3 }],
    ["has trouble at the start", { kind: "server_errors", on: "start", times: 2 }],
    ["has trouble with its API", { kind: "server_errors", on: "api", times: 2 }],
    ["asks to go slower", { kind: "rate_limited", retryAfter: 1, times: 2 }],
    ["turns the token down in mid-upload", { kind: "expired_token", after: 3 }],
    ["loses the last reply", { kind: "lost_last_reply" }],
    ["loses the session before the end", { kind: "session_gone", after: 2 }],
    ["does not know the video yet", { kind: "thumbnail_not_found", times: 3 }],
  ] as const)("and %s gets the video whole, once", async (_, failure) => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await stage.order(failure);
    await work(task.taskId);
    expect(await progressOf(task.taskId)).toMatchObject({ stage: "SUCCESSFULL", problem: null });
    expect((await stage.state()).defineErrors).toEqual([]);
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toHaveLength(1);
    expect(videos[0]).toMatchObject({ bytes: task.bytes, hasThumbnail: true });
    expect(sessions.flatMap(strayPieces)).toEqual([]);
    await expect.poll(async () => (await atPlatform(task)).videos[0]?.sha256).toBe(task.sha256);
  });

  it("and forgets the session after its last byte is asked for the video, which is adopted", async () => {
    const task = await started({ bytes: ownSize() });
    await stage.order([{ kind: "lost_last_reply" }, { kind: "session_gone", after: 5 }]);
    await work(task.taskId);
    expect((await stage.state()).defineErrors).toEqual([]);
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toHaveLength(1);
    expect(sessions).toHaveLength(1);
    expect((await progressOf(task.taskId)).videoId).toBe(videos[0]?.id);
  });
});

describe("a failure that a person must see to", () => {
  async function problemOf(task: ApprovedTask) {
    await work(task.taskId);
    return progressOf(task.taskId);
  }

  it("puts the task back to approved with a fresh window and tells the creator alone", async () => {
    const task = await started({ bytes: ownSize() });
    await stage.order({ kind: "upload_limit" });
    const progress = await problemOf(task);
    expect(progress).toMatchObject({
      stage: "ERROR",
      failedStage: "VIDEO_UPLOAD",
      recoveryActions: ["retry"],
    });
    expect(progress.problem).toContain("24 hours");
    const { stage: at, reviewEndsAt } = await taskOf(task.taskId);
    expect(at).toBe("approved");
    expect(reviewEndsAt?.getTime()).toBeGreaterThan(Date.now() + 9 * 3_600_000);
    expect(stage.live.find(({ name }) => name === "upload_failed")?.people).toEqual([stage.creator.id]);
    expect(stage.announced).toContainEqual({
      name: "publishing.failed",
      payload: { taskId: task.taskId, problem: progress.problem },
    });
    await retry(task.taskId);
    await work(task.taskId);
    expect((await progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
    expect((await taskOf(task.taskId)).reviewEndsAt).toBeNull();
  });

  it("comes once the platform has failed too often, and a retry goes on where it stopped", async () => {
    const task = await started({ bytes: ownSize() });
    await stage.order({ kind: "server_errors", on: "bytes", after: 1, times: 100 });
    const progress = await problemOf(task);
    expect(progress.problem).toContain("in spite of many tries");
    expect(progress.sentBytes).toBe(1024 * 1024);
    await stage.forgive();
    await retry(task.taskId);
    await work(task.taskId);
    const { sessions } = await atPlatform(task);
    expect(sessions).toHaveLength(1);
    expect((await progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });

  it("is a refused thumbnail: it can be tried again or left out, and nothing is uploaded twice", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await stage.order({ kind: "refused_thumbnail", times: 2 });
    expect(await problemOf(task)).toMatchObject({
      failedStage: "THUMBNAIL_UPLOAD",
      percent: 100,
      recoveryActions: ["retry", "skip-thumbnail"],
      problem: expect.stringContaining("youtube.com/verify"),
    });
    expect(await taskOf(task.taskId)).toMatchObject({ publishFailed: true, reviewEndsAt: null });
    expect(said()).toContain("thumbnail_upload_failed");
    await retry(task.taskId);
    expect((await taskOf(task.taskId)).publishFailed).toBe(false);
    expect((await problemOf(task)).stage).toBe("ERROR");
    await retry(task.taskId, { withoutThumbnail: true });
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
    const { videos, sessions } = await atPlatform(task);
    expect(videos.map(({ hasThumbnail }) => hasThumbnail)).toEqual([false]);
    expect(sessions.map(({ bytesEverReceived }) => bytesEverReceived)).toEqual([task.bytes]);
  });

  it("is a thumbnail that the store has lost: it can be chosen again or left out", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    const { thumbnailFileId } = await taskOf(task.taskId);
    await stage.parts.storage.remove(fileKey(thumbnailFileId ?? ""));
    expect(await problemOf(task)).toMatchObject({
      failedStage: "THUMBNAIL_UPLOAD",
      problem: "The server has lost the thumbnail. Choose it again, or publish without one.",
      recoveryActions: ["edit-details", "retry", "skip-thumbnail"],
    });
    await retry(task.taskId, { withoutThumbnail: true });
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
  });

  it("is a revoked consent: after connecting again the upload goes on in its session", async () => {
    const task = await started({ bytes: ownSize() });
    await stage.order([
      { kind: "partial_308", keep: 4 },
      { kind: "revoked_consent", after: 3 },
    ]);
    const progress = await problemOf(task);
    expect(progress).toMatchObject({ stage: "ERROR", recoveryActions: ["reconnect", "retry"] });
    await expect(retry(task.taskId)).rejects.toMatchObject({ code: "no_channel" });
    await stage.connect(stage.creator, task.taskId);
    await begin(task.taskId);
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
    expect((await atPlatform(task)).videos).toHaveLength(1);
  });

  it("is a channel that is not the one with the video", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await stage.order({ kind: "refused_thumbnail" });
    await problemOf(task);
    await stage.connect(stage.creator, task.taskId, { channel: 1 });
    await expect(retry(task.taskId)).rejects.toMatchObject({
      code: "other_channel",
      message: expect.stringContaining("Mira Cooks Slowly"),
    });
    await stage.connect(stage.creator, task.taskId);
    await retry(task.taskId);
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
  });

  it("is doubt about the last bytes: looking again, or uploading again once the person has looked", async () => {
    const task = await started({ bytes: ownSize() });
    await stage.order([
      { kind: "dropped_connection", bytes: 500, after: 3 },
      { kind: "session_gone", after: 5 },
    ]);
    expect(await problemOf(task)).toMatchObject({
      recoveryActions: ["retry", "upload-again"],
      problem: expect.stringContaining("may be on the channel already"),
    });
    await retry(task.taskId);
    expect((await problemOf(task)).recoveryActions).toEqual(["retry", "upload-again"]);
    await retry(task.taskId, { uploadAgain: true });
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
    expect((await atPlatform(task)).videos).toHaveLength(1);
  });

  it("is a file that is no longer what the editor uploaded: it never becomes a video", async () => {
    const task = await started({ bytes: ownSize() });
    const file = await open(task.file, "r+");
    await file.write(Buffer.from("changed"), 0, 7, 100);
    await file.close();
    const progress = await problemOf(task);
    expect(progress).toMatchObject({
      stage: "ERROR",
      recoveryActions: [],
      problem: expect.stringContaining("not byte for byte"),
    });
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toEqual([]);
    expect(sessions[0]?.confirmedBytes).toBeLessThan(task.bytes);
  });

  it("is a file that is gone", async () => {
    const task = await started({ bytes: ownSize() });
    await stage.storage.remove(`videos/${task.videoId}/original`);
    expect(await problemOf(task)).toMatchObject({
      recoveryActions: [],
      problem: expect.stringContaining("no longer stored"),
    });
  });
});

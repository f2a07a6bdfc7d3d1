import { open } from "node:fs/promises";

import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { minute } from "#core/time.ts";
import { fileKey } from "#modules/media/server/videos/object-keys.ts";
import { versions } from "#modules/review/server/tables.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";
import type { ApprovedTask } from "#testing/approved-task.ts";
import {
  type Emitted,
  type PublishingScenario,
  publishingScenario,
  recordOutcomes,
} from "#testing/publishing-scenario.ts";
import type { SandboxState } from "#testing/sandbox-state.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { disconnect } from "../destinations/authorization.ts";
import { resumeAbandoned } from "../jobs.ts";
import { operationsLock } from "../operations/run.ts";
import { readStatus } from "./progress.ts";

const unit = 256 * 1024;
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

const work = (taskId: number, signal?: AbortSignal) => setup.deliver(taskId, signal && { signal });
const taskOf = (taskId: number) => app.run(null, (ctx) => lockTask(ctx, taskId));
const statusOf = (taskId: number) => app.run(setup.editor, (ctx) => readStatus(ctx, taskId));
const windowEndOf = async (taskId: number) => {
  const [version] = await app.run(null, ({ tx }) =>
    tx.select().from(versions).where(eq(versions.taskId, taskId)),
  );
  return version?.reviewEndsAt ?? null;
};

async function started(
  options: Parameters<PublishingScenario["approvedTask"]>[0] = {},
  visibility: "public" | "unlisted" | "private" = "public",
): Promise<ApprovedTask> {
  const task = await setup.approvedTask(options);
  await setup.start(task.taskId, { visibility });
  return task;
}

/** The names of the realtime messages that the delivery sends, in the order of their first occurrence. */
const messageNames = () =>
  [...new Set(app.realtimeMessages.map(({ name }) => name))].filter((name) =>
    /^(upload|thumbnail|publish)_/.test(name),
  );

/** The video of a task at the platform, and all its upload sessions. */
async function atPlatform(task: ApprovedTask) {
  const { videos, sessions } = await setup.state();
  const row = await setup.deliveryOf(task.taskId);
  return {
    videos: videos.filter(
      ({ bytes, resource }) =>
        bytes === task.bytes && resource.snippet.title.includes(task.videoId.slice(0, 8)),
    ),
    video: videos.find(({ id }) => id === row?.platformVideoId),
    sessions: sessions.filter(({ size }) => size === task.bytes),
  };
}

/** Chunks that did not begin at the byte that was confirmed at the time. */
function misplacedChunks({ requests }: SandboxState["sessions"][number]) {
  let confirmed = 0;
  return requests.filter((request) => {
    const misplaced = request.first !== undefined && request.first !== confirmed;
    confirmed = request.confirmed ?? confirmed;
    return misplaced;
  });
}

/** Each task has a unique size, which identifies its sessions. */
let sizes = 3 * 1024 * 1024;
const ownSize = () => (sizes += 1001);

describe("a delivery", () => {
  it("uploads as private, sets the thumbnail, publishes with all details, and notifies clients of each step", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    expect((await taskOf(task.taskId)).stage).toBe("publishing");
    expect(app.queue).toContainEqual({
      job: "publishing.upload",
      data: { deliveryId: (await setup.deliveryOf(task.taskId)).id },
      userId: setup.creator.id,
    });
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
    expect(messageNames()).toEqual([
      "upload_progress",
      "upload_complete",
      "thumbnail_uploaded",
      "publish_video",
    ]);
    expect(emitted.map(({ name }) => name)).toEqual(["publishing.published"]);
    expect(await taskOf(task.taskId)).toMatchObject({ stage: "published" });
    expect(await statusOf(task.taskId)).toEqual({
      publishFailed: false,
      watchUrl: expect.stringContaining(video?.id ?? "?"),
    });
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      stage: "SUCCESSFULL",
      percent: 100,
      thumbnailSent: true,
      videoId: video?.id,
      shownVisibility: "public",
      recoveryActions: [],
    });
  });

  it("uploads exactly the editor's bytes", async () => {
    const task = await started({ bytes: ownSize() });
    await work(task.taskId);
    await expect.poll(async () => (await atPlatform(task)).video?.sha256).toBe(task.sha256);
    expect(await setup.progressOf(task.taskId)).toMatchObject({ stage: "SUCCESSFULL", thumbnailSent: false });
  });

  it("reports progress of sent bytes only, to both users", async () => {
    const task = await started({ bytes: ownSize() });
    await work(task.taskId);
    const reports = app.realtimeMessages.filter(({ name }) => name === "upload_progress");
    const sent = reports.map(({ payload }) => (payload as { sentBytes: number }).sentBytes);
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
    expect(Math.max(...sent)).toBeLessThanOrEqual(task.bytes);
    expect(reports.at(-1)).toMatchObject({
      people: [setup.creator.id, setup.editor.id],
      payload: { taskId: task.taskId, percent: expect.any(Number), totalBytes: task.bytes },
    });
  });

  it.each(["unlisted", "private"] as const)("publishes as %s if chosen", async (visibility) => {
    const task = await started({ bytes: ownSize() }, visibility);
    await work(task.taskId);
    expect((await atPlatform(task)).video?.resource.status.privacyStatus).toBe(visibility);
  });

  it("runs in one worker at a time", async () => {
    const task = await started({ bytes: ownSize() });
    await Promise.all([work(task.taskId), work(task.taskId), work(task.taskId)]);
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toHaveLength(1);
    expect(sessions.map(({ bytesEverReceived }) => bytesEverReceived)).toEqual([task.bytes]);
  });

  it("can't be started twice", async () => {
    const task = await started({ bytes: ownSize() });
    await expect(setup.start(task.taskId)).rejects.toMatchObject({ status: 409, code: "already_publishing" });
    await work(task.taskId);
    await expect(setup.start(task.taskId)).rejects.toMatchObject({ status: 409, code: "already_publishing" });
    await expect(setup.retry(task.taskId)).rejects.toMatchObject({ status: 409, code: "nothing_to_retry" });
  });

  it("sends the last bytes only once the stored hash is known", async () => {
    const task = await started({ bytes: ownSize(), hashed: false });
    const working = work(task.taskId);
    await expect.poll(async () => (await atPlatform(task)).sessions[0]?.confirmedBytes).toBe(3 * 1024 * 1024);
    expect((await atPlatform(task)).videos).toEqual([]);
    await setup.setHash(task.videoId, task.sha256);
    await working;
    expect((await setup.progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });
});

describe("a delivery over a fast connection", () => {
  it("sends most of the file as one chunk, and waits for the hash only before a small last one", async () => {
    const task = await started({ bytes: 6 * 1024 * 1024 + 1001, hashed: false });
    const dependencies = setup.withPlatform("youtube", { maxChunkBytes: 64 * 1024 * 1024 });
    const working = setup.deliver(task.taskId, { dependencies });
    await expect
      .poll(async () => (await atPlatform(task)).sessions[0]?.confirmedBytes)
      .toBe(5 * 1024 * 1024 + unit);
    await setup.setHash(task.videoId, task.sha256);
    await working;
    const { sessions, video } = await atPlatform(task);
    const beginnings = sessions[0]?.requests.flatMap(({ first }) => first ?? []);
    expect(beginnings).toEqual([0, 1024 * 1024, 5 * 1024 * 1024 + unit]);
    expect(video?.bytes).toBe(task.bytes);
  });
});

describe("an interrupted delivery", () => {
  /** Aborts the worker, as a stopping process does, once the platform has confirmed bytes. */
  async function workUntilConfirmed(task: ApprovedTask): Promise<void> {
    const stop = new AbortController();
    await setup.fail({ kind: "slow", bytesPerSecond: 200_000, after: 1 });
    const working = work(task.taskId, stop.signal);
    await expect
      .poll(async () => (await atPlatform(task)).sessions[0]?.confirmedBytes ?? 0)
      .toBeGreaterThan(0);
    stop.abort(new Error("The server is stopping."));
    await expect(working).rejects.toThrow("The server is stopping.");
    await setup.clearFailures();
  }

  it("continues at the confirmed byte and sends nothing before it again", async () => {
    const task = await started({ bytes: ownSize() });
    await workUntilConfirmed(task);
    expect((await setup.deliveryOf(task.taskId))?.platformVideoId).toBeNull();
    await work(task.taskId);
    const { sessions, video } = await atPlatform(task);
    expect(sessions).toHaveLength(1);
    expect(sessions.flatMap(misplacedChunks)).toEqual([]);
    expect(video?.bytes).toBe(task.bytes);
    await expect.poll(async () => (await atPlatform(task)).video?.sha256).toBe(task.sha256);
  });

  it("is resumed by the job after some minutes, unless a worker has its lock", async () => {
    const task = await started({ bytes: ownSize() });
    const { id } = await setup.deliveryOf(task.taskId);
    const mine = () => app.queue.filter(({ data }) => (data as { deliveryId: string }).deliveryId === id);
    app.queue.length = 0;
    await resumeAbandoned(setup.dependencies);
    expect(mine()).toEqual([]);
    app.setNow(new Date(Date.now() + 11 * minute));
    const lock = await setup.dependencies.lock(operationsLock(id));
    await resumeAbandoned(setup.dependencies);
    expect(mine()).toEqual([]);
    await lock?.release();
    await resumeAbandoned(setup.dependencies);
    expect(mine()).toHaveLength(1);
    await resumeAbandoned(setup.dependencies);
    expect(mine()).toHaveLength(1);
    await setup.fail({ kind: "server_errors", on: "start", times: 1 });
    await work(task.taskId);
    app.queue.length = 0;
    await resumeAbandoned(setup.dependencies);
    expect(mine()).toEqual([]);
  });

  it("stops when its lock is lost", async () => {
    const task = await started({ bytes: ownSize() });
    const { lock } = setup.dependencies;
    const lost = new AbortController();
    const losing: typeof lock = async (key) => {
      const held = await lock(key);
      return held && key.startsWith("publishing.operations") ? { ...held, lost: lost.signal } : held;
    };
    lost.abort(new Error("gone"));
    await expect(
      setup.deliver(task.taskId, { dependencies: { ...setup.dependencies, lock: losing } }),
    ).rejects.toThrow("gone");
    expect(await setup.deliveryOf(task.taskId)).toMatchObject({ step: "upload", problemCode: null });
    await work(task.taskId);
    expect((await setup.progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });
});

describe("a platform with temporary failures", () => {
  it.each([
    ["stores only part of a chunk", { kind: "partial_308", keep: 2, times: 2 }],
    ["drops the connection", { kind: "dropped_connection", bytes: 3 * unit, times: 2 }],
    ["responds with 503 repeatedly", { kind: "server_errors", on: "bytes", times: 3 }],
    ["fails at the start", { kind: "server_errors", on: "start", times: 2 }],
    ["fails in its API", { kind: "server_errors", on: "api", times: 2 }],
    ["limits the rate", { kind: "rate_limited", retryAfter: 1, times: 2 }],
    ["refuses the token during the upload", { kind: "expired_token", after: 3 }],
    ["loses the last response", { kind: "lost_last_reply" }],
    ["loses the session before the end", { kind: "session_gone", after: 2 }],
    ["does not know the video yet", { kind: "thumbnail_not_found", times: 3 }],
  ] as const)("that %s receives the whole video once", async (_, failure) => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await setup.fail(failure);
    await work(task.taskId);
    expect(await setup.progressOf(task.taskId)).toMatchObject({ stage: "SUCCESSFULL", problem: null });
    expect((await setup.state()).failures).toEqual([]);
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toHaveLength(1);
    expect(videos[0]).toMatchObject({ bytes: task.bytes, hasThumbnail: true });
    expect(sessions.flatMap(misplacedChunks)).toEqual([]);
    await expect.poll(async () => (await atPlatform(task)).videos[0]?.sha256).toBe(task.sha256);
  });

  it("that ends the session after its last byte is searched for the video, which is adopted", async () => {
    const task = await started({ bytes: ownSize() });
    await setup.fail({ kind: "lost_last_reply" }, { kind: "session_gone", after: 5 });
    await work(task.taskId);
    expect((await setup.state()).failures).toEqual([]);
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toHaveLength(1);
    expect(sessions).toHaveLength(1);
    expect((await setup.progressOf(task.taskId)).videoId).toBe(videos[0]?.id);
  });
});

describe("a failure that needs the user", () => {
  async function problemOf(task: ApprovedTask) {
    await work(task.taskId);
    return setup.progressOf(task.taskId);
  }

  it("returns the task to approved with a new review window and notifies only the creator", async () => {
    const task = await started({ bytes: ownSize() });
    await setup.fail({ kind: "upload_limit" });
    const progress = await problemOf(task);
    expect(progress).toMatchObject({
      stage: "ERROR",
      failedStage: "VIDEO_UPLOAD",
      recoveryActions: ["retry"],
    });
    expect(progress.problem).toContain("24 hours");
    expect((await taskOf(task.taskId)).stage).toBe("approved");
    expect((await windowEndOf(task.taskId))?.getTime()).toBeGreaterThan(Date.now() + 9 * 3_600_000);
    expect(app.realtimeMessages.find(({ name }) => name === "upload_failed")?.people).toEqual([
      setup.creator.id,
    ]);
    expect(emitted).toContainEqual({
      name: "publishing.failed",
      payload: {
        taskId: task.taskId,
        code: "upload_limit",
        platform: setup.youtube.name,
      },
    });
    await setup.retry(task.taskId);
    await work(task.taskId);
    expect((await setup.progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
    expect(await windowEndOf(task.taskId)).toBeNull();
  });

  it("follows repeated failures of the platform, and a retry continues where the upload stopped", async () => {
    const task = await started({ bytes: ownSize() });
    await setup.fail({ kind: "server_errors", on: "bytes", after: 1, times: 100 });
    const progress = await problemOf(task);
    expect(progress.problem).toContain("still fails after many attempts");
    expect(progress.confirmedBytes).toBe(1024 * 1024);
    await setup.clearFailures();
    await setup.retry(task.taskId);
    await work(task.taskId);
    const { sessions } = await atPlatform(task);
    expect(sessions).toHaveLength(1);
    expect((await setup.progressOf(task.taskId)).stage).toBe("SUCCESSFULL");
  });

  it("is a refused thumbnail: it can be retried or skipped, and nothing is uploaded twice", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await setup.fail({ kind: "refused_thumbnail", times: 2 });
    expect(await problemOf(task)).toMatchObject({
      failedStage: "THUMBNAIL_UPLOAD",
      percent: 100,
      recoveryActions: ["skip-thumbnail", "verify-channel", "retry"],
      problem: expect.stringContaining("youtube.com/verify"),
    });
    expect(await statusOf(task.taskId)).toEqual({ publishFailed: true, watchUrl: null });
    expect(await windowEndOf(task.taskId)).toBeNull();
    expect(messageNames()).toContain("thumbnail_upload_failed");
    await setup.retry(task.taskId);
    expect((await statusOf(task.taskId)).publishFailed).toBe(false);
    expect((await problemOf(task)).stage).toBe("ERROR");
    await setup.retry(task.taskId, { withoutThumbnail: true });
    expect(await problemOf(task)).toMatchObject({ stage: "SUCCESSFULL", thumbnailSent: false });
    const { videos, sessions } = await atPlatform(task);
    expect(videos.map(({ hasThumbnail }) => hasThumbnail)).toEqual([false]);
    expect(sessions.map(({ bytesEverReceived }) => bytesEverReceived)).toEqual([task.bytes]);
  });

  it("is a thumbnail that is missing in storage: it can be chosen again or skipped", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    const { thumbnailFileId } = await taskOf(task.taskId);
    await setup.dependencies.storage.remove(fileKey(thumbnailFileId ?? ""));
    expect(await problemOf(task)).toMatchObject({
      failedStage: "THUMBNAIL_UPLOAD",
      problem: "The thumbnail is no longer on the server. Choose it again, or publish without it.",
      recoveryActions: ["choose-thumbnail", "skip-thumbnail"],
    });
    await setup.retry(task.taskId, { withoutThumbnail: true });
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
  });

  it("is a revoked connection: after a reconnection the upload continues in its session", async () => {
    const task = await started({ bytes: ownSize() });
    await setup.fail({ kind: "partial_308", keep: 4 }, { kind: "revoked_consent", after: 3 });
    const progress = await problemOf(task);
    expect(progress).toMatchObject({ stage: "ERROR", recoveryActions: ["reconnect", "retry"] });
    await expect(setup.retry(task.taskId)).rejects.toMatchObject({ code: "no_channel" });
    await setup.connect(setup.creator, task.taskId);
    await setup.start(task.taskId);
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
    expect((await atPlatform(task)).videos).toHaveLength(1);
  });

  it("continues on the channel that has the video, also while another one is connected", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await setup.fail({ kind: "refused_thumbnail" });
    await problemOf(task);
    const { destinationId } = await setup.deliveryOf(task.taskId);
    await setup.connect(setup.creator, task.taskId, { channel: 1 });
    await setup.start(task.taskId);
    expect(await problemOf(task)).toMatchObject({ stage: "SUCCESSFULL" });
    expect(await setup.deliveriesOf(task.taskId)).toMatchObject([{ destinationId }]);
    await setup.connect(setup.creator, task.taskId);
  });

  it("requires the channel that has the video, if it was disconnected", async () => {
    const task = await started({ bytes: ownSize(), thumbnail: true });
    await setup.fail({ kind: "refused_thumbnail" });
    await problemOf(task);
    const { destinationId } = await setup.deliveryOf(task.taskId);
    await disconnect(setup.dependencies, setup.creator, destinationId ?? "");
    await setup.connect(setup.creator, task.taskId, { channel: 1 });
    const refused = { code: "other_channel", message: expect.stringContaining("Mira Cooks Slowly") };
    await expect(setup.retry(task.taskId)).rejects.toMatchObject(refused);
    await expect(setup.start(task.taskId)).rejects.toMatchObject(refused);
    await setup.connect(setup.creator, task.taskId);
    await setup.retry(task.taskId);
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
  });

  it("is doubt about the last bytes: retry, or upload again after the user has checked", async () => {
    const task = await started({ bytes: ownSize() });
    await setup.fail(
      { kind: "dropped_connection", bytes: 500, after: 3 },
      { kind: "session_gone", after: 5 },
    );
    expect(await problemOf(task)).toMatchObject({
      recoveryActions: ["upload-again", "check-again"],
      problem: expect.stringContaining("may be on your channel already"),
    });
    await setup.retry(task.taskId);
    expect((await problemOf(task)).recoveryActions).toEqual(["upload-again", "check-again"]);
    await setup.retry(task.taskId, { uploadAgain: true });
    expect((await problemOf(task)).stage).toBe("SUCCESSFULL");
    expect((await atPlatform(task)).videos).toHaveLength(1);
  });

  it("is a file that has changed since the upload: it never becomes a video", async () => {
    const task = await started({ bytes: ownSize() });
    const file = await open(task.file, "r+");
    await file.write(Buffer.from("changed"), 0, 7, 100);
    await file.close();
    const progress = await problemOf(task);
    expect(progress).toMatchObject({
      stage: "ERROR",
      recoveryActions: ["send-back"],
      problem: expect.stringContaining("differs from what the editor uploaded"),
    });
    const { videos, sessions } = await atPlatform(task);
    expect(videos).toEqual([]);
    expect(sessions[0]?.confirmedBytes).toBeLessThan(task.bytes);
  });

  it("is a missing file", async () => {
    const task = await started({ bytes: ownSize() });
    await app.storage.remove(`videos/${task.videoId}/original`);
    expect(await problemOf(task)).toMatchObject({
      recoveryActions: ["send-back"],
      problem: expect.stringContaining("no longer on the server"),
    });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { after, minute } from "#core/time.ts";
import { describeFailure, problemMessage } from "#modules/publishing/rules/problems.ts";
import { unlistedAfter } from "#modules/publishing/rules/processing.ts";
import { stageOfStep } from "#modules/publishing/rules/progress.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { authorizeAtVimeo, type ConsentChoice } from "#testing/sandbox.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { finishAuthorization } from "./authorization.ts";
import { chooseDestinations } from "./choice.ts";
import { authorizeFromSettings, checkDestination } from "./connections.ts";
import { findDestination } from "./queries.ts";

interface VimeoVideo {
  id: string;
  name: string;
  description: string;
  privacy: { view: string };
  tags: { name: string }[];
  sha256: string | null;
  hasThumbnail: boolean;
}

let app: TestApp;
let setup: PublishingScenario;
let vimeo: string;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube();
  vimeo = (await connect()).id;
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
});

async function connect(choice?: ConsentChoice, destinationId?: string) {
  const start = { kind: "vimeo", ...(destinationId !== undefined && { destinationId }) } as const;
  const url = await authorizeFromSettings(setup.dependencies, setup.creator, start);
  const { code, state } = await authorizeAtVimeo(url, choice);
  return finishAuthorization(setup.dependencies, setup.creator, {
    code: code ?? "",
    ...(state !== null && { state }),
  });
}

async function startTask(options: Parameters<PublishingScenario["approvedTask"]>[0] = {}) {
  const task = await setup.approvedTask(options);
  await app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, [vimeo]));
  await setup.start(task.taskId);
  return task;
}

/** The videos at Vimeo that a task was uploaded as. */
async function uploadedVideos({ videoId }: { videoId: string }): Promise<VimeoVideo[]> {
  const response = await fetch(`${app.sandbox.url}/control/vimeo`);
  const { videos } = (await response.json()) as { videos: VimeoVideo[] };
  return videos.filter(({ name }) => name.includes(videoId.slice(0, 8)));
}

describe("an account at Vimeo", () => {
  it("is connected with an encrypted token, and keeps its id when it is connected again", async () => {
    const row = await app.run(null, (ctx) => findDestination(ctx.tx, vimeo));
    expect(row).toMatchObject({ kind: "vimeo", brokenAt: null });
    expect(row?.scopes).toEqual(["public", "private", "upload", "edit", "delete"]);
    expect((await connect({}, vimeo)).id).toBe(vimeo);
  });

  it("is not connected without all permissions", async () => {
    const checkedScopes = ["public", "private"];
    await expect(connect({ checkedScopes })).rejects.toMatchObject({
      status: 422,
      message: problemMessage("scope_missing", "Vimeo (sandbox)", "upload, edit, delete"),
    });
  });

  it("is reported as broken once its token was revoked", async () => {
    await setup.fail({ kind: "vimeo", problem: "revoked" });
    expect((await checkDestination(setup.dependencies, setup.creator, vimeo)).brokenAt).not.toBeNull();
    expect((await connect({}, vimeo)).brokenAt).toBeNull();
  });
});

describe("a delivery to Vimeo", () => {
  it("sends the editor's bytes, details and thumbnail, and ends when the video is transcoded", async () => {
    const task = await startTask({ thumbnail: true });
    await setup.deliver(task.taskId, { untilProcessing: true });
    expect(await setup.stageOf(task.taskId)).not.toBe("published");
    await setup.deliver(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("published");
    const [video, ...others] = await uploadedVideos(task);
    expect(others).toEqual([]);
    expect(video).toMatchObject({ sha256: task.sha256, hasThumbnail: true, privacy: { view: "anybody" } });
    expect(video?.description).not.toContain("Upload ");
    expect(video?.tags.map(({ name }) => name)).toEqual(["rain", "a train"]);
    const { kind, watchUrl } = await setup.progressOf(task.taskId);
    expect([kind, watchUrl]).toEqual(["vimeo", `${app.sandbox.url}/vimeo/watch/${video?.id}`]);
  });

  it.each([
    ...(["dropped_connection", "session_gone", "unavailable", "expired_token", "rate_limited"] as const),
    ...(["lost_open_reply", "lost_last_reply"] as const),
  ])("has one video with the editor's bytes after: %s", async (problem) => {
    const task = await startTask();
    const isUploading = problem === "dropped_connection" || problem === "session_gone";
    await setup.fail({ kind: "vimeo", problem, after: isUploading ? 1 : 0, retryAfter: "0" });
    await setup.deliver(task.taskId, { untilProcessing: true });
    expect((await setup.state()).failures).toEqual([]);
    const [video, ...others] = await uploadedVideos(task);
    expect([video?.sha256, ...others]).toEqual([task.sha256]);
    expect(await setup.deliveryOf(task.taskId)).toMatchObject({
      problemCode: null,
      platformVideoId: video?.id,
    });
  });

  it("deletes the unfinished video of an expired upload", async () => {
    const task = await startTask();
    await setup.fail({ kind: "vimeo", problem: "session_gone" });
    await setup.deliver(task.taskId, { untilProcessing: true });
    expect((await setup.state()).failures).toEqual([]);
    expect((await uploadedVideos(task)).map(({ sha256 }) => sha256)).toEqual([task.sha256]);
  });

  it.each([
    ["revoked", "upload", "reconnect_needed"],
    ["quota_reached", "upload", "upload_limit"],
    ["storage_full", "upload", "storage_full"],
    ["refused_title", "upload", "invalid_title"],
    ["forbidden", "upload", "channel_forbidden"],
    ["refused_thumbnail", "thumbnail", "thumbnail_invalid"],
    ["refused_privacy", "publish", "privacy_refused"],
    ["upload_failed", "processing", "platform_uploadFailed"],
  ] as const)("that fails by %s says so, and can be retried", async (problem, step, code) => {
    const { taskId } = await startTask({ bytes: 1000, thumbnail: true });
    await setup.fail({ kind: "vimeo", problem });
    await setup.deliver(taskId);
    expect((await setup.deliveryOf(taskId)).problemCode).toBe(code);
    expect(await setup.progressOf(taskId)).toMatchObject({
      stage: "ERROR",
      failedStage: stageOfStep[step],
      ...describeFailure(code, step, "Vimeo (sandbox)"),
    });
    if (problem === "revoked") await connect({}, vimeo);
    await setup.retry(taskId, { uploadAgain: step === "processing" });
    await setup.deliver(taskId, { untilProcessing: true });
    expect(await setup.deliveryOf(taskId)).toMatchObject({ step: "processing", problemCode: null });
  });

  it("follows the failure of the transcoding", async () => {
    const { taskId } = await startTask({ bytes: 1000 });
    await setup.fail({ kind: "vimeo", problem: "transcoding_failed" });
    await setup.deliver(taskId);
    expect((await setup.deliveryOf(taskId)).problemCode).toBe("platform_transcodeFailed");
  });

  it("follows the deletion of the video at Vimeo", async () => {
    const { taskId } = await startTask({ bytes: 1000 });
    await setup.deliver(taskId, { untilProcessing: true });
    const { platformVideoId } = await setup.deliveryOf(taskId);
    await fetch(`${app.sandbox.url}/control/vimeo/${platformVideoId}`, { method: "DELETE" });
    app.setNow(after(new Date(), unlistedAfter + minute));
    await setup.deliver(taskId);
    expect((await setup.deliveryOf(taskId)).problemCode).toBe("platform_deleted");
  });
});

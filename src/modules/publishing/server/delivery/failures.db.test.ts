import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { originalKey } from "#modules/media/server/videos/object-keys.ts";
import type { Progress } from "#modules/publishing/contract.ts";
import { recoveryActionsFor } from "#modules/publishing/rules/actions-by-problem.ts";
import { feedbackFor } from "#modules/publishing/rules/feedback.ts";
import { interruptionMessage } from "#modules/publishing/rules/interruptions.ts";
import { problemHeadline, problemMessage } from "#modules/publishing/rules/problems.ts";
import { stageOfStep } from "#modules/publishing/rules/progress.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { quotaRenewsSoon } from "#testing/quota-renewal.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { chooseDestinations } from "../choice/task-choice.ts";
import { destinationsOf } from "../destinations/queries.ts";
import { cancelDelivery } from "../recovery.ts";
import { deliver } from "./deliver.ts";

type Rule = Parameters<PublishingScenario["fail"]>[number];

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
  await setup.clearFailures();
  const destinations = await app.run(null, (ctx) => destinationsOf(ctx.tx, setup.creator.id));
  const broken = destinations.filter(({ brokenAt }) => brokenAt !== null).map(({ kind }) => kind);
  if (broken.includes("youtube")) await setup.connectYouTube();
  if (broken.includes("peertube")) await setup.connectPeerTube();
});

type Kind = "youtube" | "peertube";

async function started(kind: Kind, options: { thumbnail?: boolean; bytes?: number } = {}) {
  const { taskId, videoId } = await setup.approvedTask({ bytes: 1000, ...options });
  if (kind === "peertube") await app.run(setup.creator, (ctx) => chooseDestinations(ctx, taskId, [peertube]));
  await setup.start(taskId);
  return { taskId, videoId };
}

const platformOf = (kind: Kind) =>
  kind === "youtube" ? setup.dependencies.platform.name : `PeerTube (${new URL(app.sandbox.url).host})`;

type Step = "upload" | "thumbnail" | "publish" | "processing";

/** Expects the stored problem of the task's delivery, and what the creator's page receives of it. */
async function expectProblem(taskId: number, code: string, step: Step, kind: Kind = "youtube") {
  const { problemCode } = await setup.deliveryOf(taskId);
  expect(problemCode).toBe(code);
  const platform = platformOf(kind);
  const received: Partial<Progress> = {
    stage: "ERROR",
    failedStage: stageOfStep[step],
    headline: problemHeadline(code, platform),
    problem: problemMessage(code, platform),
    recoveryActions: recoveryActionsFor(code, step),
    feedback: feedbackFor(code, platform),
    cancellable: true,
  };
  expect(await setup.progressOf(taskId)).toMatchObject(received);
}

function refusal(status: number, reason: string, on: "start" | "thumbnail" | "api" = "start"): Rule {
  return { kind: "error", on, status, reason };
}

/** The client of this server is refused when it renews the access. */
const clientRefused = (error: string): Rule => ({ kind: "token_error", error, status: 401 });

const atStart: [code: string, ...rules: Rule[]][] = [
  ["upload_limit", { kind: "upload_limit" }],
  ["attempts_exhausted", { kind: "server_errors", on: "start", retryAfter: 700 }],
  ["invalid_title", refusal(400, "invalidTitle")],
  ["invalid_description", refusal(400, "invalidDescription")],
  ["invalid_tags", refusal(400, "invalidTags")],
  ["invalid_category", refusal(400, "invalidCategoryId")],
  ["invalid_language", refusal(400, "defaultLanguageNotSet")],
  ["invalid_metadata", refusal(400, "invalidVideoMetadata")],
  ["invalid_publish_time", refusal(400, "invalidPublishAt")],
  ["privacy_refused", refusal(403, "forbiddenPrivacySetting")],
  ["license_refused", refusal(403, "forbiddenLicenseSetting")],
  ["client_settings", { kind: "expired_token" }, clientRefused("invalid_client")],
  ["client_settings", { kind: "expired_token" }, clientRefused("deleted_client")],
  ["api_not_enabled", refusal(403, "accessNotConfigured")],
  ["media_refused", refusal(400, "badContent")],
  ["refused", refusal(400, "unexpectedParameter")],
  ["untrusted_session", { kind: "foreign_session" }],
  ["channel_forbidden", refusal(403, "forbidden")],
  ["no_channel", refusal(401, "youtubeSignupRequired")],
  ["account_unusable", refusal(403, "authenticatedUserAccountSuspended")],
  ["scope_missing", refusal(403, "insufficientPermissions")],
  ["reconnect_needed", { kind: "expired_token" }, { kind: "revoked_consent" }],
];

const ofThumbnail: [code: string, ...rules: Rule[]][] = [
  ["thumbnail_not_allowed", { kind: "refused_thumbnail" }],
  ["thumbnail_invalid", refusal(400, "invalidImage", "thumbnail")],
  [
    "video_not_found",
    { kind: "error", on: "thumbnail", status: 404, reason: "videoNotFound", retryAfter: 900 },
  ],
];

const failed = ["codec", "conversion", "emptyFile", "invalidFile", "tooSmall", "uploadAborted"] as const;
const unprocessed = ["streamingFailed", "transcodeFailed", "uploadFailed"] as const;
const rejected = ["claim", "copyright", "duplicate", "inappropriate", "legal", "length"] as const;
const closed = ["termsOfUse", "trademark", "uploaderAccountClosed", "uploaderAccountSuspended"] as const;
const outcomes: [code: string, rule: Rule][] = [
  ...[...failed, ...unprocessed].map((reason): [string, Rule] => [
    `platform_${reason}`,
    { kind: "processing_failed", reason },
  ]),
  ...[...rejected, ...closed].map((reason): [string, Rule] => [
    `platform_${reason}`,
    { kind: "rejected", reason },
  ]),
];

describe("each failure of YouTube is stored, and described to the creator", () => {
  it.each(atStart)("at the start: %s", async (code, ...rules) => {
    const { taskId } = await started("youtube");
    await setup.fail(...rules);
    await setup.deliver(taskId);
    await expectProblem(taskId, code, "upload");
  });

  it.skipIf(quotaRenewsSoon())("at the start: quota_exceeded", async () => {
    const { taskId } = await started("youtube");
    await setup.fail({ kind: "quota_exceeded" });
    await setup.deliver(taskId);
    await expectProblem(taskId, "quota_exceeded", "upload");
  });

  it.each(ofThumbnail)("at the thumbnail: %s", async (code, ...rules) => {
    const { taskId } = await started("youtube", { thumbnail: true });
    await setup.fail(...rules);
    await setup.deliver(taskId);
    await expectProblem(taskId, code, "thumbnail");
  });

  it("when it is made public: embedding_refused", async () => {
    const { taskId } = await started("youtube");
    await setup.fail(refusal(403, "forbiddenEmbedSetting", "api"));
    await setup.deliver(taskId);
    await expectProblem(taskId, "embedding_refused", "publish");
  });

  it.each(outcomes)("after the upload: %s", async (code, rule) => {
    const { taskId } = await started("youtube");
    await setup.fail(rule);
    await setup.deliver(taskId);
    await expectProblem(taskId, code, "processing");
  });

  it.each([
    ["platform_failed", { outcome: "failed" }],
    ["platform_rejected", { outcome: "rejected" }],
    ["platform_deleted", { outcome: "deleted" }],
  ] as const)("after the upload, without a reason: %s", async (code, fate) => {
    const { taskId } = await started("youtube");
    await setup.fail({ kind: "stuck_processing" });
    await deliver(setup.dependencies, (await setup.deliveryOf(taskId)).id, new AbortController().signal);
    await setup.finishProcessing((await setup.deliveryOf(taskId)).platformVideoId ?? "", fate);
    await setup.deliver(taskId);
    await expectProblem(taskId, code, "processing");
  });

  it("of several videos that could be the lost one: in_doubt_several", async () => {
    const { taskId } = await started("youtube", { bytes: 2_500_000 });
    await setup.fail({ kind: "processing_failed", reason: "uploadFailed" });
    await setup.deliver(taskId);
    await setup.retry(taskId, { uploadAgain: true });
    await setup.fail({ kind: "lost_last_reply" }, { kind: "session_gone", after: 4 });
    await setup.deliver(taskId);
    await expectProblem(taskId, "in_doubt_several", "upload");
  });

  it("with a stored file that is missing: source_missing", async () => {
    const { taskId, videoId } = await started("youtube");
    await app.storage.remove(originalKey(videoId));
    await setup.deliver(taskId);
    await expectProblem(taskId, "source_missing", "upload");
  });
});

describe("each failure of PeerTube is stored, and described to the creator", () => {
  it.each([
    ["storage_full", "upload", "quota_reached"],
    ["file_size", "upload", "file_too_large"],
    ["media_refused", "upload", "file_refused"],
    ["channel_forbidden", "upload", "forbidden"],
    ["account_unusable", "upload", "account_blocked"],
    ["reconnect_needed", "upload", "revoked"],
    ["thumbnail_invalid", "thumbnail", "refused_thumbnail"],
    ["platform_uploadFailed", "processing", "moving_failed"],
    ["platform_transcodeFailed", "processing", "transcoding_failed"],
  ] as const)("%s at the %s", async (code, step, problem) => {
    const { taskId } = await started("peertube", { thumbnail: true });
    await setup.fail({ kind: "peertube", problem });
    await setup.deliver(taskId);
    await expectProblem(taskId, code, step, "peertube");
  });

  it("reconnected, instead of reconnect_needed once the instance is connected again", async () => {
    const { taskId } = await started("peertube");
    await setup.fail({ kind: "peertube", problem: "revoked" });
    await setup.deliver(taskId);
    await setup.connectPeerTube();
    expect((await setup.deliveryOf(taskId)).problemCode).toBe("reconnect_needed");
    expect(await setup.progressOf(taskId)).toMatchObject({
      headline: null,
      problem: problemMessage("reconnected", platformOf("peertube")),
      recoveryActions: ["retry"],
    });
  });
});

describe("what interrupts a step is shown while the next attempt is awaited", () => {
  const interrupted = (status: number, reason: string): Rule => ({
    ...{ kind: "error", on: "bytes", status, reason, retryAfter: 300 },
  });
  const ofYouTube: [code: string, rule: Rule][] = [
    ["unavailable", { kind: "server_errors", on: "start", retryAfter: 300 }],
    ["rate_limited", interrupted(429, "rateLimitExceeded")],
    ["range_refused", interrupted(416, "requestedRangeNotSatisfiable")],
    ["unreachable", { kind: "dropped_connection", bytes: 1 }],
    ["outcome_unknown", { kind: "wrong_range" }],
    ["no_progress", { kind: "partial_308", keep: 0 }],
    ["access_expired", interrupted(401, "authError")],
    ["session_gone", { kind: "session_gone", after: 1, retryAfter: 300 }],
    ["video_not_found", refusal(404, "videoNotFound", "thumbnail")],
  ];

  it.each(ofYouTube)("%s of YouTube", (code, rule) => expectInterruption("youtube", code, rule));

  it.each(["unavailable", "rate_limited"] as const)("%s of PeerTube", (problem) =>
    expectInterruption("peertube", problem, { kind: "peertube", problem, retryAfter: 300 }),
  );

  async function expectInterruption(kind: Kind, code: string, rule: Rule): Promise<void> {
    const { taskId } = await started(kind, { bytes: 2_500_000, thumbnail: true });
    await setup.fail(rule);
    const stop = new AbortController();
    const retryPolicy = { attempts: 6, secondInMilliseconds: 60_000 };
    const dependencies = { ...setup.dependencies, retryPolicy };
    const working = setup.deliver(taskId, { signal: stop.signal, dependencies });
    const ended = expect(working).rejects.toThrow();
    await expect.poll(async () => (await setup.deliveryOf(taskId)).retryCode).not.toBeNull();
    expect((await setup.progressOf(taskId)).retry).toMatchObject({
      reason: interruptionMessage(code, platformOf(kind)),
      attempt: 2,
    });
    await app.run(setup.creator, (ctx) => cancelDelivery(ctx, { taskId }, setup.dependencies));
    stop.abort();
    await ended;
  }
});

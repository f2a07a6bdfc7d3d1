import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { fileKey, originalKey } from "#modules/media/server/videos/object-keys.ts";
import {
  describeFailure,
  interruptionMessage,
  type ProblemCode,
  problemMessage,
} from "#modules/publishing/rules/problems.ts";
import { stageOfStep } from "#modules/publishing/rules/progress.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { sampled } from "#testing/tier.ts";

import { chooseDestinations } from "../destinations/choice.ts";
import { listDestinations } from "../destinations/queries.ts";
import { cancelDelivery } from "./recovery.ts";

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
  const destinations = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  for (const { kind, brokenAt } of destinations) {
    if (brokenAt === null) continue;
    await (kind === "youtube" ? setup.connectYouTube() : setup.connectPeerTube());
  }
});

type Kind = "youtube" | "peertube";

async function started(kind: Kind, options: Parameters<PublishingScenario["approvedTask"]>[0] = {}) {
  const task = await setup.approvedTask({ bytes: 1000, ...options });
  const { taskId } = task;
  if (kind === "peertube") await app.run(setup.creator, (ctx) => chooseDestinations(ctx, taskId, [peertube]));
  await setup.start(taskId);
  return task;
}

const platformOf = (kind: Kind) =>
  kind === "youtube" ? setup.youtube.name : `PeerTube (${new URL(app.sandbox.url).host})`;

type Step = "upload" | "thumbnail" | "publish" | "processing";

/** Works on the task's delivery. Returns the stored problem and what the creator's page receives. */
async function outcomeOf(taskId: number) {
  await setup.deliver(taskId);
  return stateOf(taskId);
}

async function stateOf(taskId: number) {
  const { problemCode } = await setup.deliveryOf(taskId);
  return { problemCode, ...(await setup.progressOf(taskId)) };
}

const problem = (code: ProblemCode, step: Step, kind: Kind = "youtube") => ({
  problemCode: code,
  stage: "ERROR",
  failedStage: stageOfStep[step],
  ...describeFailure(code, step, platformOf(kind)),
  cancellable: true,
});

function refusal(status: number, reason: string, on: "start" | "thumbnail" | "api" = "start"): Rule {
  return { kind: "error", on, status, reason };
}

/** The client of this server is refused when it renews the access. */
const clientRefused = (error: string): Rule => ({ kind: "token_error", error, status: 401 });

const atStart: [code: ProblemCode, ...rules: Rule[]][] = [
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

const ofThumbnail: [code: ProblemCode, ...rules: Rule[]][] = [
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
const outcomes: [code: ProblemCode, rule: Rule][] = [
  ...[...failed, ...unprocessed].map((reason): [ProblemCode, Rule] => [
    `platform_${reason}`,
    { kind: "processing_failed", reason },
  ]),
  ...[...rejected, ...closed].map((reason): [ProblemCode, Rule] => [
    `platform_${reason}`,
    { kind: "rejected", reason },
  ]),
];

describe("each failure of YouTube is stored, and described to the creator", () => {
  it.each(sampled(atStart, ["attempts_exhausted", "invalid_title", "reconnect_needed"]))(
    "at the start: %s",
    async (code, ...rules) => {
      const { taskId } = await started("youtube");
      await setup.fail(...rules);
      expect(await outcomeOf(taskId)).toMatchObject(problem(code, "upload"));
    },
  );

  it.each(sampled(ofThumbnail, ["thumbnail_not_allowed"]))("at the thumbnail: %s", async (code, ...rules) => {
    const { taskId } = await started("youtube", { thumbnail: true });
    await setup.fail(...rules);
    expect(await outcomeOf(taskId)).toMatchObject(problem(code, "thumbnail"));
  });

  it("when it is made public: embedding_refused", async () => {
    const { taskId } = await started("youtube");
    await setup.fail(refusal(403, "forbiddenEmbedSetting", "api"));
    expect(await outcomeOf(taskId)).toMatchObject(problem("embedding_refused", "publish"));
  });

  it.each(sampled(outcomes, ["platform_codec", "platform_copyright"]))(
    "after the upload: %s",
    async (code, rule) => {
      const { taskId } = await started("youtube");
      await setup.fail(rule);
      expect(await outcomeOf(taskId)).toMatchObject(problem(code, "processing"));
    },
  );

  const withoutReason = [
    ["platform_failed", { outcome: "failed" }],
    ["platform_rejected", { outcome: "rejected" }],
    ["platform_deleted", { outcome: "deleted" }],
  ] as const;
  it.each(sampled(withoutReason, ["platform_deleted"]))(
    "after the upload, without a reason: %s",
    async (code, fate) => {
      const { taskId } = await started("youtube");
      await setup.fail({ kind: "stuck_processing" });
      await setup.deliver(taskId, { untilProcessing: true });
      await setup.finishProcessing((await setup.deliveryOf(taskId)).platformVideoId ?? "", fate);
      expect(await outcomeOf(taskId)).toMatchObject(problem(code, "processing"));
    },
  );

  it("of a visibility that the platform changed: visibility_refused", async () => {
    const { taskId } = await started("youtube");
    await setup.fail({ kind: "locked_private" });
    expect(await outcomeOf(taskId)).toMatchObject(problem("visibility_refused", "processing"));
  });

  it("of an upload that was lost at its end: in_doubt, then in_doubt_several", async () => {
    const { taskId } = await started("youtube", { bytes: 2_500_000 });
    await setup.fail(
      { kind: "dropped_connection", bytes: 500, after: 2 },
      { kind: "session_gone", after: 4 },
    );
    expect(await outcomeOf(taskId)).toMatchObject(problem("in_doubt", "upload"));
    await setup.fail({ kind: "processing_failed", reason: "uploadFailed" });
    await setup.retry(taskId, { uploadAgain: true });
    expect(await outcomeOf(taskId)).toMatchObject(problem("platform_uploadFailed", "processing"));
    await setup.fail({ kind: "lost_last_reply" }, { kind: "session_gone", after: 4 });
    await setup.retry(taskId, { uploadAgain: true });
    expect(await outcomeOf(taskId)).toMatchObject(problem("in_doubt_several", "upload"));
  });

  it("with a stored file that has changed or is missing: source_changed, source_missing", async () => {
    const { taskId, videoId, sha256 } = await started("youtube");
    await setup.setHash(videoId, "0".repeat(sha256.length));
    expect(await outcomeOf(taskId)).toMatchObject(problem("source_changed", "upload"));
    await app.storage.remove(originalKey(videoId));
    await setup.retry(taskId);
    expect(await outcomeOf(taskId)).toMatchObject(problem("source_missing", "upload"));
  });

  it("with a stored thumbnail that is missing: thumbnail_missing", async () => {
    const { taskId } = await started("youtube", { thumbnail: true });
    const { thumbnailFileId } = await app.run(null, (ctx) => readTask(ctx, taskId));
    await app.storage.remove(fileKey(thumbnailFileId ?? ""));
    expect(await outcomeOf(taskId)).toMatchObject(problem("thumbnail_missing", "thumbnail"));
  });

  it("of a cancellation: cancelling, then cancelled or cancelled_kept", async () => {
    const cancellation = (code: ProblemCode) => ({ ...problem(code, "thumbnail"), cancellable: false });
    for (const ending of ["cancelled", "cancelled_kept"] as const) {
      const { taskId } = await started("youtube", { thumbnail: true });
      await setup.fail({ kind: "refused_thumbnail" });
      await setup.deliver(taskId);
      app.queue.length = 0;
      await app.run(setup.creator, (ctx) => cancelDelivery(ctx, { taskId }, setup.dependencies));
      expect(await stateOf(taskId)).toMatchObject(cancellation("cancelling"));
      if (ending === "cancelled_kept")
        await setup.fail({ kind: "error", on: "delete", status: 403, reason: "forbidden" });
      await app.work();
      const step = ending === "cancelled" ? "upload" : "thumbnail";
      expect(await stateOf(taskId)).toMatchObject({ ...problem(ending, step), cancellable: false });
    }
  });
});

describe("each failure of PeerTube is stored, and described to the creator", () => {
  const ofPeerTube = [
    ["storage_full", "upload", "quota_reached"],
    ["file_size", "upload", "file_too_large"],
    ["media_refused", "upload", "file_refused"],
    ["channel_forbidden", "upload", "forbidden"],
    ["account_unusable", "upload", "account_blocked"],
    ["reconnect_needed", "upload", "revoked"],
    ["thumbnail_invalid", "thumbnail", "refused_thumbnail"],
    ["platform_uploadFailed", "processing", "moving_failed"],
    ["platform_transcodeFailed", "processing", "transcoding_failed"],
  ] as const;
  it.each(sampled(ofPeerTube, ["storage_full", "thumbnail_invalid"]))(
    "%s at the %s",
    async (code, step, failure) => {
      const { taskId } = await started("peertube", { thumbnail: true });
      await setup.fail({ kind: "peertube", problem: failure });
      expect(await outcomeOf(taskId)).toMatchObject(problem(code, step, "peertube"));
    },
  );

  it("reconnected, instead of reconnect_needed once the instance is connected again", async () => {
    const { taskId } = await started("peertube");
    await setup.fail({ kind: "peertube", problem: "revoked" });
    await setup.deliver(taskId);
    await setup.connectPeerTube();
    expect((await setup.deliveryOf(taskId)).problemCode).toBe("reconnect_needed");
    expect(await setup.progressOf(taskId)).toMatchObject({
      headline: `${platformOf("peertube")} is connected again`,
      problem: problemMessage("reconnected", platformOf("peertube")),
      recoveryActions: ["retry"],
    });
  });
});

describe("what interrupts a step is shown while the next attempt is awaited", () => {
  const interrupted = (status: number, reason: string): Rule => ({
    kind: "error",
    on: "bytes",
    status,
    reason,
    retryAfter: 300,
  });
  const ofYouTube: [code: ProblemCode, rule: Rule][] = [
    ["unavailable", { kind: "server_errors", on: "start", retryAfter: 300 }],
    ["rate_limited", interrupted(429, "rateLimitExceeded")],
    ["range_refused", interrupted(416, "requestedRangeNotSatisfiable")],
    ["unreachable", { kind: "dropped_connection", bytes: 1 }],
    ["outcome_unknown", { kind: "wrong_range" }],
    ["no_progress", { kind: "partial_308", keep: 0 }],
    ["access_expired", interrupted(401, "authError")],
    ["session_gone", { kind: "session_gone", after: 1, retryAfter: 300 }],
    ["video_not_found", refusal(404, "videoNotFound", "thumbnail")],
    ["quota_exceeded", { kind: "quota_exceeded" }],
  ];

  it.each(sampled(ofYouTube, ["unavailable", "outcome_unknown", "quota_exceeded"]))(
    "%s of YouTube",
    async (code, rule) => {
      expect(await interruptionOf("youtube", rule)).toMatchObject({
        attempt: 2,
        reason: interruptionMessage(code, platformOf("youtube")),
      });
    },
  );

  it("hash_missing, until the checksum of the stored file is known", async () => {
    const { taskId, videoId, sha256 } = await started("youtube", { hashed: false });
    const working = setup.deliver(taskId);
    await expect.poll(() => problemOf(taskId)).toBe("hash_missing");
    // Several looks, which are no failed attempts.
    const looked = async () =>
      (await setup.listOperations(taskId, "upload"))[0]?.nextAttemptAt?.getTime() ?? 0;
    const first = await looked();
    await expect.poll(looked).toBeGreaterThan(first);
    expect(await setup.listOperations(taskId, "upload")).toMatchObject([{ attempt: 0 }]);
    expect((await setup.progressOf(taskId)).retry).toMatchObject({
      reason: interruptionMessage("hash_missing", platformOf("youtube")),
    });
    await setup.setHash(videoId, sha256);
    await working;
    expect(await setup.stageOf(taskId)).toBe("published");
  });

  it.each([
    ["unavailable", "unavailable"],
    ["rate_limited", "rate_limited"],
    ["not_finished", "upload_unfinished"],
  ] as const)("%s of PeerTube", async (code, problem) => {
    const rule: Rule = { kind: "peertube", problem, retryAfter: 300 };
    expect(await interruptionOf("peertube", rule)).toMatchObject({
      attempt: 2,
      reason: interruptionMessage(code, platformOf("peertube")),
    });
  });

  /** The code of the last failure of the current step. */
  async function problemOf(taskId: number): Promise<string | null> {
    const { step } = await setup.deliveryOf(taskId);
    const [operation] = step === "done" ? [] : await setup.listOperations(taskId, step);
    return operation?.problemCode ?? null;
  }

  /** The progress of a delivery that waits for the next attempt after a failure. */
  async function interruptionOf(kind: Kind, rule: Rule) {
    const { taskId } = await started(kind, { bytes: 2_500_000, thumbnail: true });
    await setup.fail(rule);
    const stop = new AbortController();
    const retryPolicy = { attempts: 6, secondInMilliseconds: 60_000 };
    const dependencies = { ...setup.dependencies, retryPolicy };
    const working = setup.deliver(taskId, { signal: stop.signal, dependencies }).catch(() => undefined);
    await expect.poll(() => problemOf(taskId)).not.toBeNull();
    const { retry } = await setup.progressOf(taskId);
    stop.abort();
    await working;
    await app.run(setup.creator, (ctx) => cancelDelivery(ctx, { taskId }, setup.dependencies));
    return retry;
  }
});

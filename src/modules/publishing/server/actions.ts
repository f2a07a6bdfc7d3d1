import type { Issue } from "#core/error.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { originalOf, posterAddresses } from "#modules/media/server/actions.ts";
import { approvedVersion } from "#modules/review/server/actions.ts";
import { allows, isCompleted } from "#modules/tasks/rules.ts";
import {
  advanceTask,
  lockTaskFor,
  presentTask,
  taskFor,
  type TaskRow,
} from "#modules/tasks/server/actions.ts";

import {
  type Progress,
  type PublishingConsent,
  publishingConsent,
  publishingError,
  type PublishingStatus,
  type PublishSummary,
} from "../contract.ts";
import { termsUrl, videoDescription, videoTags, videoTitle } from "../rules/details.ts";
import { problemMessage } from "../rules/problems.ts";
import {
  type DeliveryStep,
  isPublishTimeAllowed,
  percentSent,
  stageOfStep,
  type Visibility,
} from "../rules/progress.ts";
import { recoveryActionsFor } from "../rules/recovery-actions.ts";
import { publishingStatusOf } from "../rules/status.ts";
import { deliverVideo } from "./jobs.ts";
import {
  changeDelivery,
  type ChannelRow,
  type DeliveryRow,
  findChannel,
  findDelivery,
  noSession,
  saveDelivery,
} from "./queries.ts";

interface Platform {
  platform: { name: string };
  sandbox: boolean;
}

/** What will be published on which channel, for the creator to agree to. */
export async function summarize(
  ctx: ReadContext,
  taskId: number,
  { sandbox }: Pick<Platform, "sandbox">,
): Promise<PublishSummary> {
  const task = await taskFor(ctx, taskId);
  const { channel, original, videoId } = await requirePublishable(ctx, task);
  const { thumbnail } = await presentTask(ctx, task);
  const posters = await posterAddresses(ctx, [videoId]);
  return {
    taskId,
    title: task.title,
    thumbnail,
    posterUrl: posters.get(videoId) ?? null,
    madeForKids: task.madeForKids,
    bytes: original.bytes,
    channel: presentChannel(channel),
    termsUrl,
    sandbox,
  };
}

export interface Start {
  taskId: number;
  visibility: Visibility;
  syntheticMedia: boolean;
  publishAt?: string | undefined;
}

/**
 * Stores the creator's publishing consent and starts the delivery of the approved version, or continues a failed one. A
 * video that is on the platform already is not uploaded again.
 */
export async function startDelivery(ctx: Context, start: Start, platform: Platform): Promise<Progress> {
  const { taskId, visibility } = start;
  const publishAt = publishTimeOf(start, ctx.now);
  const task = await lockTaskFor(ctx, taskId);
  const { channel, original, videoId } = await requirePublishable(ctx, task);
  const consent: PublishingConsent = {
    personId: actorOf(ctx).id,
    agreedAt: ctx.now.toISOString(),
    channel: presentChannel(channel),
    title: task.title,
    visibility,
    publishAt: publishAt?.toISOString() ?? null,
    madeForKids: task.madeForKids,
    syntheticMedia: start.syntheticMedia,
    termsUrl,
  };
  const before = await findDelivery(ctx.tx, taskId);
  if (before && before.videoId === videoId) {
    requireSameChannel(before, channel);
    await changeDelivery(ctx.tx, taskId, { visibility, publishAt, consent, problemCode: null });
  } else {
    await saveDelivery(ctx.tx, {
      taskId,
      personId: task.creatorId,
      videoId,
      bytes: original.bytes,
      step: "upload",
      visibility,
      publishAt,
      consent,
      startedAt: ctx.now,
    });
  }
  return enqueueDelivery(ctx, taskId, platform);
}

export interface Retry {
  taskId: number;
  withoutThumbnail: boolean;
  uploadAgain: boolean;
}

/** Continues a failed delivery where it stopped. The options count only if the problem offers them as actions. */
export async function retryDelivery(ctx: Context, retry: Retry, platform: Platform): Promise<Progress> {
  const { taskId } = retry;
  const task = await lockTaskFor(ctx, taskId);
  const delivery = await findDelivery(ctx.tx, taskId);
  if (!delivery || delivery.problemCode === null) throw publishingError("nothing_to_retry");
  const { channel, videoId } = await requirePublishable(ctx, task);
  if (videoId !== delivery.videoId) throw publishingError("nothing_to_retry");
  requireSameChannel(delivery, channel);
  const offered = recoveryActionsFor(delivery.problemCode, delivery.step);
  await changeDelivery(ctx.tx, taskId, {
    problemCode: null,
    ...(retry.withoutThumbnail && offered.includes("skip-thumbnail") && { skipThumbnail: true }),
    ...(retry.uploadAgain && offered.includes("upload-again") && noSession),
  });
  return enqueueDelivery(ctx, taskId, platform);
}

/** The progress of the task's delivery. 404 `not_started` without one. */
export async function readProgress(ctx: ReadContext, taskId: number, platform: Platform): Promise<Progress> {
  const { title } = await taskFor(ctx, taskId);
  const row = await findDelivery(ctx.tx, taskId);
  if (!row) throw publishingError("not_started");
  const channel = await findChannel(ctx.tx, row.personId);
  const stage = stageOfStep[row.step];
  const { problemCode } = row;
  return {
    taskId,
    title,
    stage: problemCode === null ? stage : "ERROR",
    failedStage: problemCode === null ? null : stage,
    percent: isUploaded(row.step) ? 100 : percentSent(row.sentBytes, row.bytes),
    sentBytes: row.sentBytes,
    totalBytes: row.bytes,
    videoId: row.platformVideoId,
    watchUrl: row.watchUrl,
    channel: channel && presentChannel(channel),
    visibility: row.visibility,
    publishAt: row.publishAt?.toISOString() ?? null,
    shownVisibility: row.shownVisibility,
    problem: problemCode === null ? null : problemMessage(problemCode, platform.platform.name),
    recoveryActions: problemCode === null ? [] : recoveryActionsFor(problemCode, row.step),
    sandbox: platform.sandbox,
  };
}

/** The publishing status of the actor's task. */
export async function readStatus(ctx: ReadContext, taskId: number): Promise<PublishingStatus> {
  const { stage } = await taskFor(ctx, taskId);
  const version = await approvedVersion(ctx, taskId);
  return publishingStatusOf(stage, await findDelivery(ctx.tx, taskId), version?.videoId ?? null);
}

function presentChannel(row: Pick<ChannelRow, "channelId" | "title" | "pictureUrl">) {
  return { id: row.channelId, title: row.title, pictureUrl: row.pictureUrl };
}

function isUploaded(step: DeliveryStep): boolean {
  return step !== "upload";
}

function publishTimeOf(start: Start, now: Date): Date | null {
  if (start.publishAt === undefined) return null;
  const publishAt = new Date(start.publishAt);
  if (start.visibility === "public" && isPublishTimeAllowed(publishAt, now)) return publishAt;
  const { message } = publishingError("publish_time");
  throw publishingError("publish_time", { issues: [{ path: "publishAt", message }] });
}

/** The requirements of a start: an approved version, complete details, a working channel. Throws what is missing. */
async function requirePublishable(ctx: ReadContext, task: TaskRow) {
  if (allows(task.stage, "publish") || isCompleted(task.stage)) throw publishingError("already_publishing");
  const version = await approvedVersion(ctx, task.id);
  if (!version || !allows(task.stage, "start_publishing")) throw publishingError("not_approved");
  const issues = issuesOf(task);
  if (issues.length > 0) throw publishingError("details_missing", { issues });
  const channel = await findChannel(ctx.tx, task.creatorId);
  if (!channel || channel.brokenAt !== null) throw publishingError("no_channel");
  return { channel, videoId: version.videoId, original: await originalOf(ctx, version.videoId) };
}

/** The task form allows empty details, which the platform does not. */
function issuesOf(task: TaskRow): Issue[] {
  const fields = { title: videoTitle, description: videoDescription, tags: videoTags };
  return Object.entries(fields).flatMap(([path, shape]) => {
    const [issue] = shape.safeParse(task[path as keyof typeof fields]).error?.issues ?? [];
    return issue ? [{ path, message: issue.message }] : [];
  });
}

/** A video that was uploaded to one channel cannot be finished on another. */
function requireSameChannel(delivery: DeliveryRow, channel: ChannelRow): void {
  const agreed = publishingConsent.parse(delivery.consent).channel;
  if (delivery.platformVideoId === null || agreed.id === channel.channelId) return;
  const message = `This video is already on the channel “${agreed.title}”. Connect that channel to finish.`;
  throw publishingError("other_channel", { message });
}

async function enqueueDelivery(ctx: Context, taskId: number, platform: Platform): Promise<Progress> {
  await advanceTask(ctx, taskId, "start_publishing");
  await ctx.enqueue(deliverVideo, { taskId });
  return readProgress(ctx, taskId, platform);
}

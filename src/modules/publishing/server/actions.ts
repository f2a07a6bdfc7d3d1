import type { Issue } from "#core/error.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { originalOf } from "#modules/media/server/actions.ts";
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
  type ConsentRecord,
  consentRecord,
  type Progress,
  publishingError,
  type PublishSummary,
} from "../contract.ts";
import { termsUrl, videoDescription, videoTags, videoTitle } from "../rules/details.ts";
import { mayPlanFor, type Visibility } from "../rules/progress.ts";
import { recoveryActionsFor } from "../rules/recovery-actions.ts";
import { isUsable } from "./connecting.ts";
import { deliverVideo } from "./job-definitions.ts";
import { presentChannel, presentProgress } from "./present.ts";
import { type ChannelRow, findChannel } from "./store/channels.ts";
import { changeDelivery, type DeliveryRow, findDelivery, saveDelivery } from "./store/deliveries.ts";

interface Platform {
  sandbox: boolean;
}

/** What will be published on which channel, for the creator to agree to. */
export async function summarize(
  ctx: ReadContext,
  taskId: number,
  { sandbox }: Platform,
): Promise<PublishSummary> {
  const task = await taskFor(ctx, taskId);
  const { channel, original } = await ready(ctx, task);
  const shown = await presentTask(ctx, task);
  return {
    taskId,
    title: task.title,
    thumbnail: shown.thumbnail,
    posterUrl: shown.posterUrl,
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
 * Records the creator's consent and starts the delivery of the approved version, or continues the one that stood
 * still; a video that is on the platform already is not uploaded again.
 */
export async function startSession(ctx: Context, start: Start, platform: Platform): Promise<Progress> {
  const { taskId, visibility } = start;
  const publishAt = plannedTime(start, ctx.now);
  const task = await lockTaskFor(ctx, taskId);
  const { channel, original, videoId } = await ready(ctx, task);
  const consent: ConsentRecord = {
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
    const agreed = { visibility, publishAt, consent };
    await changeDelivery(ctx.tx, taskId, { ...agreed, problem: null, problemCode: null });
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
  return setOff(ctx, taskId, platform);
}

export interface Retry {
  taskId: number;
  withoutThumbnail: boolean;
  uploadAgain: boolean;
}

/** Continues a delivery that stood still where it stopped. `uploadAgain` counts only where the person was asked. */
export async function retryDelivery(ctx: Context, retry: Retry, platform: Platform): Promise<Progress> {
  const { taskId } = retry;
  const task = await lockTaskFor(ctx, taskId);
  const delivery = await findDelivery(ctx.tx, taskId);
  if (!delivery || delivery.problem === null) throw publishingError("nothing_to_retry");
  const { channel, videoId } = await ready(ctx, task);
  if (videoId !== delivery.videoId) throw publishingError("nothing_to_retry");
  requireSameChannel(delivery, channel);
  const recoveryActions = recoveryActionsFor(delivery.problemCode ?? "", delivery.step);
  await changeDelivery(ctx.tx, taskId, {
    problem: null,
    problemCode: null,
    ...(retry.withoutThumbnail && recoveryActions.includes("skip-thumbnail") && { skipThumbnail: true }),
    ...(retry.uploadAgain && recoveryActions.includes("upload-again") && noSession),
  });
  return setOff(ctx, taskId, platform);
}

/** A delivery whose upload starts from its first byte. */
export const noSession = {
  encryptedSessionUri: null,
  sessionStartedAt: null,
  sessionTitle: null,
  lastPieceAt: null,
  sentBytes: 0,
} as const;

export async function readProgress(
  ctx: ReadContext,
  taskId: number,
  { sandbox }: Platform,
): Promise<Progress> {
  const { title } = await taskFor(ctx, taskId);
  const delivery = await findDelivery(ctx.tx, taskId);
  if (!delivery) throw publishingError("not_started");
  const channel = await findChannel(ctx.tx, delivery.personId);
  return presentProgress(delivery, { title, channel, sandbox });
}

function plannedTime(start: Start, now: Date): Date | null {
  if (start.publishAt === undefined) return null;
  const publishAt = new Date(start.publishAt);
  if (start.visibility === "public" && mayPlanFor(publishAt, now)) return publishAt;
  const { message } = publishingError("publish_time");
  throw publishingError("publish_time", { issues: [{ path: "publishAt", message }] });
}

/** Everything that a start needs: an approved version, complete details, a usable channel. */
async function ready(ctx: ReadContext, task: TaskRow) {
  if (allows(task.stage, "publish") || isCompleted(task.stage)) throw publishingError("already_publishing");
  const version = await approvedVersion(ctx, task.id);
  if (!version || !allows(task.stage, "start_publishing")) throw publishingError("not_approved");
  const issues = issuesOf(task);
  if (issues.length > 0) throw publishingError("details_missing", { issues });
  const channel = await findChannel(ctx.tx, task.creatorId);
  if (!isUsable(channel)) throw publishingError("no_channel");
  return { channel, videoId: version.videoId, original: await originalOf(ctx, version.videoId) };
}

/** The details may have been written in the task form, which lets them be empty. */
function issuesOf(task: TaskRow): Issue[] {
  const fields = { title: videoTitle, description: videoDescription, tags: videoTags };
  return Object.entries(fields).flatMap(([path, shape]) => {
    const [issue] = shape.safeParse(task[path as keyof typeof fields]).error?.issues ?? [];
    return issue ? [{ path, message: issue.message }] : [];
  });
}

/** A video that is on one channel already can't be finished on another. */
function requireSameChannel(delivery: DeliveryRow, channel: ChannelRow): void {
  const agreed = consentRecord.parse(delivery.consent).channel;
  if (delivery.platformVideoId === null || agreed.id === channel.channelId) return;
  const message = `This video is on the channel “${agreed.title}” already. Connect that channel to finish.`;
  throw publishingError("other_channel", { message });
}

async function setOff(ctx: Context, taskId: number, platform: Platform): Promise<Progress> {
  await advanceTask(ctx, taskId, "start_publishing");
  await ctx.enqueue(deliverVideo, { taskId });
  return readProgress(ctx, taskId, platform);
}

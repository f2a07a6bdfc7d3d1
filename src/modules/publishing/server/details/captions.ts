import { randomUUID } from "node:crypto";

import type { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { type Caption, detailsError } from "#modules/publishing/contract/details.ts";
import {
  type captionFile,
  checkCaptions,
  maxCaptionFileBytes,
  maxCaptions,
} from "#modules/publishing/rules/captions.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { isCompleted, mayEdit } from "#modules/tasks/rules/stages.ts";
import { lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { deliveriesOfTask } from "../deliveries/queries.ts";
import { endPause } from "../destinations/pauses.ts";
import type { PlatformAccess } from "../destinations/platforms.ts";
import { isDone, listOperations } from "../operations/queries.ts";
import { requestAdditions } from "../operations/request.ts";
import { presentCaption, readTargets } from "./present-operations.ts";
import { type CaptionSummary, deleteCaption, listCaptions, saveCaption } from "./queries.ts";

/** Adds the captions of a file to the actor's task, also after the video was published. Throws what is wrong with it. */
export async function addCaption(
  ctx: Context,
  added: z.output<typeof captionFile> & { taskId: number },
  platforms: PlatformAccess,
): Promise<Caption> {
  const { taskId, language, name, fileName } = added;
  await requireChangeable(ctx, taskId);
  const { content, cues, problem } = checkCaptions(added.content);
  const size = Buffer.byteLength(content ?? added.content);
  const message = size > maxCaptionFileBytes ? "Use a caption file of less than 700 KB." : problem;
  if (message !== null || content === null) {
    throw detailsError("caption_invalid", { message: `${fileName}: ${message}` });
  }
  const present = await listCaptions(ctx.tx, taskId);
  const same = present.find((each) => each.language === language && each.name === name);
  if (!same && present.length >= maxCaptions) throw detailsError("too_many_captions");
  if (same) await deleteUnsent(ctx, same);
  const saved = await saveCaption(ctx.tx, {
    id: randomUUID(),
    taskId,
    language,
    name,
    fileName,
    content,
    cues,
    addedAt: ctx.now,
  });
  await requestAdditions(ctx, taskId, { again: false });
  return presentCaption(saved, await readTargets(ctx, taskId, platforms));
}

/** Sends the captions and playlist entries of the actor's task again that its videos did not get. */
export async function retryAdditions(ctx: Context, taskId: number): Promise<void> {
  await lockTaskFor(ctx, taskId, "publish");
  for (const { destinationId } of await deliveriesOfTask(ctx.tx, taskId))
    await endPause(ctx.tx, destinationId);
  await requestAdditions(ctx, taskId, { again: true });
}

/** Removes captions of the actor's task. Does nothing if it has none with this id. */
export async function removeCaption(
  ctx: Context,
  { taskId, captionId }: { taskId: number; captionId: string },
): Promise<void> {
  await requireChangeable(ctx, taskId);
  const caption = (await listCaptions(ctx.tx, taskId)).find(({ id }) => id === captionId);
  if (caption) await deleteUnsent(ctx, caption);
}

/** Deletes captions that no platform has. */
async function deleteUnsent(ctx: Context, caption: CaptionSummary): Promise<void> {
  const deliveries = await deliveriesOfTask(ctx.tx, caption.taskId);
  const ids = deliveries.map(({ id }) => id);
  const rows = await listOperations(ctx.tx, ids, ["caption"]);
  if (rows.some((row) => row.key === caption.id && isDone(row))) throw detailsError("caption_sent");
  await deleteCaption(ctx.tx, caption);
}

async function requireChangeable(ctx: Context, taskId: number): Promise<void> {
  const { stage } = await lockTaskFor(ctx, taskId, "publish");
  if (!mayEdit(stage) && !isCompleted(stage)) throw tasksError("wrong_stage");
}

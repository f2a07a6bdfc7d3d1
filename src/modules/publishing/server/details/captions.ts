import { randomUUID } from "node:crypto";

import type { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { type Caption, detailsError } from "#modules/publishing/contract/details.ts";
import {
  type captionFile,
  checkCaptions,
  largestCaptionFile,
  mostCaptions,
} from "#modules/publishing/rules/captions.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { isCompleted, mayEdit } from "#modules/tasks/rules.ts";
import { lockTaskFor } from "#modules/tasks/server/actions.ts";

import { enqueueAdditions } from "./additions.ts";
import { presentCaption } from "./present.ts";
import { deleteCaption, listCaptions, saveCaption } from "./queries.ts";

export interface NewCaption extends z.output<typeof captionFile> {
  taskId: number;
}

/** Adds the captions of a file to the actor's task, also after the video was published. Throws what is wrong with it. */
export async function addCaption(ctx: Context, added: NewCaption, platform: string): Promise<Caption> {
  const { taskId, language, name, fileName, content } = added;
  await requireChangeable(ctx, taskId);
  const { cues, problem } = checkCaptions(content);
  const message =
    Buffer.byteLength(content) > largestCaptionFile ? "Use a caption file of less than 700 KB." : problem;
  if (message !== null) throw detailsError("caption_invalid", { message: `${fileName}: ${message}` });
  const present = await listCaptions(ctx.tx, taskId);
  const same = present.find((each) => each.language === language && each.name === name);
  if (same && same.sentTo !== null) throw detailsError("caption_sent");
  if (!same && present.length >= mostCaptions) throw detailsError("too_many_captions");
  const saved = await saveCaption(ctx.tx, {
    ...{ id: randomUUID(), taskId, language, name, fileName, content, cues },
    ...{ addedAt: ctx.now, sentTo: null, problemCode: null },
  });
  await enqueueAdditions(ctx, taskId);
  return presentCaption(saved, platform);
}

/** Removes captions of the actor's task. Does nothing if it has none with this id. */
export async function removeCaption(
  ctx: Context,
  { taskId, captionId }: { taskId: number; captionId: string },
): Promise<void> {
  await requireChangeable(ctx, taskId);
  const found = (await listCaptions(ctx.tx, taskId)).find(({ id }) => id === captionId);
  if (found && found.sentTo !== null) throw detailsError("caption_sent");
  if (found) await deleteCaption(ctx.tx, captionId);
}

async function requireChangeable(ctx: Context, taskId: number): Promise<void> {
  const { stage } = await lockTaskFor(ctx, taskId);
  if (!mayEdit(stage) && !isCompleted(stage)) throw tasksError("wrong_stage");
}

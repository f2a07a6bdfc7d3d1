import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import { defineJob } from "#core/server/job.ts";
import { taskFor } from "#modules/tasks/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { deliveriesOfTask, type DeliveryRow } from "../queries.ts";
import {
  clearProblems,
  listPlaylistEntries,
  markCaption,
  markPlaylistEntry,
  unsentCaptions,
} from "./queries.ts";

/**
 * Adds captions and playlist entries to the video of a task once it is on the platform. Apart from the delivery, so that
 * none of them can fail it. Each asks the platform first, so that repeated runs add nothing twice.
 */
export const sendAdditions = defineJob({
  job: "publishing.send-additions",
  data: z.object({ taskId: z.number().int() }),
  // Doubles from 20 s to half a day: a quota may be used up until tomorrow.
  retries: 12,
  retryDelaySeconds: 20,
  expireSeconds: 15 * 60,
  concurrency: 4,
});

/** Enqueues the job if the task's video is on the platform; the upload enqueues it otherwise. */
export async function enqueueAdditions(ctx: Context, taskId: number): Promise<void> {
  const delivery = await youtubeDelivery(ctx, taskId);
  if (delivery && delivery.platformVideoId !== null) await ctx.enqueue(sendAdditions, { taskId });
}

/** Tries again what has failed for the actor's task. */
export async function retryAdditions(ctx: Context, taskId: number): Promise<void> {
  await taskFor(ctx, taskId);
  await clearProblems(ctx.tx, taskId);
  await enqueueAdditions(ctx, taskId);
}

/** The delivery whose video gets the additions: the playlists are those of its channel. */
async function youtubeDelivery(
  { tx }: Pick<ReadContext, "tx">,
  taskId: number,
): Promise<DeliveryRow | undefined> {
  return (await deliveriesOfTask(tx, taskId)).find(({ kind }) => kind === "youtube");
}

/** The job's worker. Stores the problem of each addition; throws a temporary one, so that the job runs again. */
export async function workAdditions(dependencies: PublishingDependencies, taskId: number): Promise<void> {
  const { run, read, platform } = dependencies;
  const lock = await dependencies.lock(`publishing.additions:${taskId}`);
  if (!lock)
    throw new AdapterError({ kind: "retry", code: "unavailable", message: "Another worker is sending." });
  try {
    const delivery = await read(null, (ctx) => youtubeDelivery(ctx, taskId));
    const videoId = delivery?.platformVideoId;
    if (!delivery || !videoId) return;
    const { destinationId } = delivery;
    const captions = await read(null, (ctx) => unsentCaptions(ctx.tx, taskId, videoId));
    const entries = await read(null, (ctx) => listPlaylistEntries(ctx.tx, taskId));
    const problems: (AdapterError | null)[] = [];
    for (const caption of captions) {
      const problem = await problemOf(() =>
        withAccess(dependencies, destinationId, (access) => platform.addCaption(access, videoId, caption)),
      );
      problems.push(problem);
      await run(null, (ctx) => markCaption(ctx.tx, caption, markOf(problem, videoId)));
    }
    for (const entry of entries.filter(({ sentTo }) => sentTo !== videoId)) {
      const { playlistId } = entry;
      const problem = await problemOf(() =>
        withAccess(dependencies, destinationId, (access) =>
          platform.addToPlaylist(access, { playlistId, videoId }),
        ),
      );
      problems.push(problem);
      await run(null, (ctx) => markPlaylistEntry(ctx.tx, entry, markOf(problem, videoId)));
    }
    const temporary = problems.find((problem) => problem?.kind === "retry");
    if (temporary) throw temporary;
  } finally {
    await lock.release();
  }
}

async function problemOf(send: () => Promise<void>): Promise<AdapterError | null> {
  try {
    await send();
    return null;
  } catch (error) {
    if (error instanceof AdapterError) return error;
    throw error;
  }
}

function markOf(problem: AdapterError | null, videoId: string) {
  return problem ? { sentTo: null, problemCode: problem.code } : { sentTo: videoId, problemCode: null };
}

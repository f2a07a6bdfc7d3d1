import { z } from "zod";

import type { VideoPlatform } from "#adapters/video-platform/platform.ts";
import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import type { Reading } from "#core/server/database.ts";
import { defineJob } from "#core/server/job.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { taskFor } from "#modules/tasks/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { deliveriesOfTask } from "../queries.ts";
import { captionsOf, clearProblems, listPlaylistEntries, listSent, markSent } from "./queries.ts";

/**
 * Adds captions and playlist entries to each video of a task once it is on its platform. Apart from the deliveries, so
 * that none of them can fail one. Repeated runs add nothing twice.
 */
export const sendAdditions = defineJob({
  job: "publishing.send-additions",
  /** `later` after the upload: they don't belong to the delivery, and use the creator's share of the quota. */
  data: z.object({ taskId: z.number().int(), later: z.boolean().default(false) }),
  // Doubles from 20 s to half a day: a quota may be used up until tomorrow.
  retries: 12,
  retryDelaySeconds: 20,
  expireSeconds: 15 * 60,
  concurrency: 4,
  limits: { perUser: 2 },
});

/** Enqueues the job if the task's video is on a platform; the upload enqueues it otherwise. */
export async function enqueueAdditions(ctx: Context, taskId: number): Promise<void> {
  const deliveries = await deliveriesOfTask(ctx.tx, taskId);
  const uploaded = deliveries.find(({ platformVideoId }) => platformVideoId !== null);
  if (uploaded) await ctx.enqueue(sendAdditions, { taskId, later: true }, { userId: uploaded.personId });
}

/** Tries again what has failed for the actor's task. */
export async function retryAdditions(ctx: Context, taskId: number): Promise<void> {
  await taskFor(ctx, taskId);
  await clearProblems(ctx.tx, taskId);
  await enqueueAdditions(ctx, taskId);
}

/** The job's worker. Stores the problem of each addition; throws a temporary one, so that the job runs again. */
export async function workAdditions(
  dependencies: PublishingDependencies,
  { taskId, later }: z.output<typeof sendAdditions.data>,
): Promise<void> {
  const { run, read } = dependencies;
  const lock = await dependencies.lock(`publishing.additions:${taskId}`);
  if (!lock)
    throw new AdapterError({ kind: "retry", code: "unavailable", message: "Another worker is sending." });
  try {
    const { deliveries, ...saved } = await read(null, (ctx) => readAdditions(ctx.tx, taskId));
    const problems: (AdapterError | null)[] = [];
    for (const { id: deliveryId, personId, destinationId, platformVideoId: videoId } of deliveries) {
      if (videoId === null) continue;
      for (const { additionId, isCaption, send } of additionsFor(destinationId, saved)) {
        const before = saved.sent.find((row) => row.additionId === additionId && row.videoId === videoId);
        if (before?.problemCode === null) continue;
        const purpose = isCaption && !later ? "publishing" : "other";
        const problem = await problemOf(() =>
          withAccess(dependencies, destinationId, purpose, (access, platform, youtube) =>
            send({ access, platform, youtube, videoId }),
          ),
        );
        problems.push(problem);
        const problemCode = problem?.code ?? null;
        await run(null, async (ctx) => {
          await markSent(ctx.tx, { taskId, additionId, videoId, problemCode });
          ctx.notifyClients([personId], deliveryChanged, { taskId, deliveryId });
        });
      }
    }
    const temporary = problems.find((problem) => problem?.kind === "retry");
    if (temporary) throw temporary;
  } finally {
    await lock.release();
  }
}

async function readAdditions(tx: Reading, taskId: number) {
  return {
    deliveries: await deliveriesOfTask(tx, taskId),
    captions: (await captionsOf(tx, taskId)).toSorted((one, other) => +one.addedAt - +other.addedAt),
    entries: await listPlaylistEntries(tx, taskId),
    sent: await listSent(tx, taskId),
  };
}
type SavedAdditions = Pick<Awaited<ReturnType<typeof readAdditions>>, "captions" | "entries">;

interface Target {
  access: string;
  platform: PublishingPlatform;
  youtube: VideoPlatform;
  videoId: string;
}

interface Addition {
  additionId: string;
  isCaption: boolean;
  send: (target: Target) => Promise<void>;
}

/** All captions, and the playlists of this channel. */
function additionsFor(destinationId: string | null, { captions, entries }: SavedAdditions): Addition[] {
  const tracks = captions.map((caption, index): Addition => ({
    additionId: caption.id,
    isCaption: true,
    send: async ({ access, platform, videoId }) => {
      const key = platform.captionKey(caption);
      if (captions.slice(0, index).some((earlier) => platform.captionKey(earlier) === key))
        throw languageTaken();
      await platform.addCaption(access, videoId, caption);
    },
  }));
  const own = entries.filter((entry) => entry.destinationId === destinationId);
  const playlists = own.map(({ playlistId }): Addition => ({
    additionId: playlistId,
    isCaption: false,
    send: ({ access, youtube, videoId }) => youtube.addToPlaylist(access, { playlistId, videoId }),
  }));
  return [...tracks, ...playlists];
}

function languageTaken(): AdapterError {
  const message = "An earlier caption file has this language.";
  return new AdapterError({ kind: "needs-user", code: "caption_language_taken", message });
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

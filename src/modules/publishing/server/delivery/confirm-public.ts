import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { defineJob } from "#core/server/job.ts";
import { after, day, hour, minute } from "#core/time.ts";

import { withAccess } from "../access.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { changeDelivery, findDelivery } from "../queries.ts";

/** Reads back whether a scheduled video has become public. Enqueued for its time, and again while it has not. */
export const confirmPublic = defineJob({
  job: "publishing.confirm-public",
  data: z.object({ taskId: z.number().int(), attempt: z.number().int() }),
  retries: 5,
  retryDelaySeconds: 60,
  expireSeconds: 120,
  concurrency: 2,
});

/** Waits after each attempt. The creator may also have made the video private. */
const waits = [minute, 10 * minute, hour, 6 * hour, day];

/** Stores that a scheduled video is public, or enqueues the next attempt. */
export async function confirmPublicVideo(
  dependencies: PublishingDependencies,
  { taskId, attempt }: z.output<typeof confirmPublic.data>,
): Promise<void> {
  const { read, run } = dependencies;
  const row = await read(null, (ctx) => findDelivery(ctx.tx, taskId));
  if (row?.step !== "done" || row.publicAt !== null || row.platformVideoId === null) return;
  const isPublic = await isPublicVideo(dependencies, row.personId, row.platformVideoId);
  await run(null, async (ctx) => {
    const wait = waits[attempt];
    if (isPublic) await changeDelivery(ctx.tx, taskId, { publicAt: row.publishAt });
    else if (wait !== undefined) {
      await ctx.enqueue(confirmPublic, { taskId, attempt: attempt + 1 }, after(ctx.now, wait));
    }
  });
}

/** False also while the platform can't be asked: the next attempt may succeed. */
async function isPublicVideo(
  dependencies: PublishingDependencies,
  personId: number,
  videoId: string,
): Promise<boolean> {
  try {
    const state = await withAccess(dependencies, personId, (access) =>
      dependencies.platform.video(access, videoId),
    );
    return state?.privacy === "public";
  } catch (error) {
    if (error instanceof AdapterError) return false;
    throw error;
  }
}

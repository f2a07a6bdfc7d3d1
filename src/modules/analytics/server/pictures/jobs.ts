import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { maxKeptTiles, reduceWaveform } from "#modules/analytics/rules/pictures.ts";
import { keepStoryboard } from "#modules/media/server/public/keep-storyboard.ts";
import { approvedVersion } from "#modules/review/server/public/review.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { findPictures } from "../results/queries.ts";
import { keptPictures } from "../tables.ts";
import { creatorOfPublished } from "./queries.ts";

/** Keeps a small storyboard and waveform of a published video, which is deleted days later. */
const keepPictures = defineJob({
  job: "analytics.pictures",
  data: z.object({ taskId: z.number() }),
  retries: 12,
  retryDelaySeconds: 30,
  expireSeconds: 10 * 60,
  concurrency: 1,
  limits: { perUser: 1 },
});

/** Requests the pictures of a task's video if it is published. */
export async function requestPictures(ctx: Context, taskId: number): Promise<void> {
  const creatorId = await creatorOfPublished(ctx.tx, taskId);
  if (creatorId !== null) await ctx.enqueue(keepPictures, { taskId }, { userId: creatorId });
}

/** The pictures are kept once: a repeated job finds them. */
export function picturesWorker(dependencies: AnalyticsDependencies): JobWorker {
  return worker(keepPictures, ({ taskId }) => keepTaskPictures(dependencies, taskId));
}

export async function keepTaskPictures(
  dependencies: Pick<AnalyticsDependencies, "run" | "read" | "storage">,
  taskId: number,
): Promise<void> {
  const version = await dependencies.read(null, async (ctx) =>
    (await findPictures(ctx.tx, taskId)) ? null : approvedVersion(ctx, taskId),
  );
  if (!version) return;
  const { videoId } = version;
  await keepStoryboard(dependencies, { videoId, maxTiles: maxKeptTiles }, async ({ tx }, kept) => {
    const { fileId, storyboard, waveform } = kept;
    const { intervalSeconds, count, columns, rows, tileWidth, tileHeight } = storyboard;
    const saved = await tx
      .insert(keptPictures)
      .values({
        taskId,
        videoId,
        sheetFileId: fileId,
        intervalSeconds,
        tiles: count,
        columns,
        rows,
        tileWidth,
        tileHeight,
        waveform: waveform && reduceWaveform(waveform),
      })
      .onConflictDoNothing()
      .returning({ taskId: keptPictures.taskId });
    return saved.length > 0;
  });
}

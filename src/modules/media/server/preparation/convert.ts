import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { failedConversion } from "#modules/media/rules/conversion.ts";

import { removeVideoObjects } from "../deletion/jobs.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { requireUnreservedSpace } from "../space/disk-space.ts";
import type { Video } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo, lockVideo } from "../videos/queries.ts";
import { recordProgress } from "./progress.ts";
import { publishFile, publishStills, stillsResults } from "./publish-rendition.ts";
import { refineVideo } from "./refine.ts";
import { withScratchFolder } from "./scratch-folder.ts";

/** Encodes a rendition of a video that is played as it is, because a viewer's browser can't play it. */
export const convertVideo = defineJob({
  job: "media.convert",
  data: z.object({ videoId: z.uuid() }),
  retries: 3,
  retryDelaySeconds: 10,
  // As long as that of the rendition of any other video.
  expireSeconds: 23 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 1, keptForShort: 1 },
});

/** Requests the conversion of a video that is played as it is. Does nothing where it was requested before, or is done. */
export async function startConversion(ctx: Context, videoId: string): Promise<void> {
  const video = await lockVideo(ctx, videoId, ["ready"]);
  if (video?.plays !== "original" || video.conversion?.state === "requested") return;
  await recordProgress(ctx, video, "share", { conversion: { state: "requested", share: 0 } });
  await ctx.enqueue(convertVideo, { videoId }, videoJobOptions(video));
}

/** Ends a requested conversion that no job works on any more. The caller has locked the video. */
export async function endLostConversion(ctx: Context, video: Video): Promise<void> {
  await recordProgress(ctx, video, "share", { conversion: failedConversion("interrupted") });
}

/** Minimum time between two progress updates, in milliseconds. */
const progressEvery = 1000;

/**
 * Makes the requested rendition, after which all viewers play it. Ends every failure with a sentence, so that nobody waits
 * for a conversion that never comes; only a server that stops leaves it to the next one.
 */
export function convertWorker(dependencies: MediaJobDependencies): JobWorker {
  const { run, storage, tools, scratchFolder, log } = dependencies;
  return worker(convertVideo, async ({ videoId }, signal) => {
    const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
    if (!video || !isRequested(video)) return;
    try {
      await withScratchFolder(scratchFolder, `${videoId}-convert`, (folder) =>
        convert(video, folder, signal),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ videoId, err: error }, "A requested conversion has failed.");
      await run(null, async (ctx) => {
        const current = await lockVideo(ctx, videoId, ["ready"]);
        if (!current || !isRequested(current)) return;
        await recordProgress(ctx, current, "share", { conversion: failedConversion(failureCause(error)) });
      });
    }
    // It may have been deleted while files were still being stored.
    await removeVideoObjects(dependencies, videoId);
  });

  async function convert(video: Video, folder: string, signal: AbortSignal): Promise<void> {
    const { id: videoId, facts } = video;
    if (!facts) throw new TypeError(`Video ${videoId} has not been probed yet.`);
    const height = tools.renditionHeight(facts);
    // The last free space is reserved for the database and for uploads.
    await run(null, (ctx) => requireUnreservedSpace(ctx, storage, video.bytes));
    const ended = new AbortController();
    const follow = followConversion(dependencies, video, ended);
    const made = await storage.asFile(originalKey(videoId), (source) =>
      tools.makeRendition({
        source,
        folder,
        facts,
        height,
        onProgress: follow,
        signal: AbortSignal.any([signal, ended.signal]),
      }),
    );
    // Comments are on frames of the original, and must be on the same frames of the rendition.
    if (!made.framesMatch) {
      throw new AdapterError({ kind: "permanent", code: "unmatched_times", message: "The frames differ." });
    }
    await publishFile(storage, videoId, folder);
    await publishStills(storage, videoId, folder, made.stills);
    await run(null, async (ctx) => {
      const now = ctx.now;
      const done = {
        plays: "rendition",
        renditionHeight: height,
        renditionDone: now,
        conversion: null,
      } as const;
      const stills = stillsResults(facts, made.stills, now);
      const exists = await recordProgress(ctx, video, "rendition", { ...done, ...stills });
      if (exists) await ctx.enqueue(refineVideo, { videoId }, videoJobOptions(video));
    });
  }
}

function isRequested({ state, plays, conversion }: Video): boolean {
  return state === "ready" && plays === "original" && conversion?.state === "requested";
}

function failureCause(error: unknown): Parameters<typeof failedConversion>[0] {
  const code = error instanceof AdapterError || error instanceof AppError ? error.code : systemCode(error);
  if (code === "no_space" || code === "ENOSPC" || code === "EDQUOT") return "no_space";
  if (code === "ffmpeg_missing") return "ffmpeg_missing";
  return error instanceof AdapterError && error.kind === "permanent" ? "permanent" : "other";
}

function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error) return String(error.code);
  return error.cause === undefined ? null : systemCode(error.cause);
}

/** Stores the encoded share at most once a second, and aborts the work when its video was deleted. */
function followConversion({ run }: MediaJobDependencies, video: Video, ended: AbortController) {
  let writtenAt = 0;
  return (share: number) => {
    if (Date.now() - writtenAt < progressEvery) return;
    writtenAt = Date.now();
    const write = async (ctx: Context) => {
      const current = await lockVideo(ctx, video.id, ["ready"]);
      if (!current) return false;
      if (!isRequested(current)) return true;
      return recordProgress(ctx, current, "share", { conversion: { state: "requested", share } });
    };
    const update = async () => {
      if (!(await run(null, write))) ended.abort(new Error("The video was deleted."));
    };
    // A failed update is superseded by the next one.
    update().catch(() => undefined);
  };
}

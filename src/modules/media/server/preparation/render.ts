import { z } from "zod";

import type { CaptionTrack } from "#adapters/ffmpeg/captions.ts";
import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { Rendition } from "#adapters/ffmpeg/rendition.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

import { removeVideoObjects } from "../deletion/jobs.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { storePicture } from "../measuring/store-picture.ts";
import { requireDiskSpace } from "../space/disk-space.ts";
import type { Video } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { beginAttempt, runAttempt } from "./attempts.ts";
import { storeCaptions } from "./captions.ts";
import { markReady, recordProgress } from "./progress.ts";
import { publishFile, publishRendition, publishStills, stillsResults } from "./publish-rendition.ts";
import { refineVideo } from "./refine.ts";
import { withScratchFolder } from "./scratch-folder.ts";

/** Minimum time between two progress updates, in milliseconds. */
const progressEvery = 1000;

/** Encodes the rendition of a video that browsers can't play; it is playable from its first segment. */
export const renderVideo = defineJob({
  job: "media.render",
  data: z.object({ videoId: z.uuid() }),
  retries: 30,
  retryDelaySeconds: 5,
  // ffmpeg may take 5.5 hours; the rest is for pauses and the download from a remote store.
  expireSeconds: 23 * 60 * 60,
  concurrency: 4,
  limits: { perUser: 2, keptForShort: 1 },
});

/**
 * Encodes the rendition of a video that browsers can't play as it is. The video is playable from the first stored segment;
 * the complete file replaces the playlist at the end. Safe to kill: it restarts and catches up with the stored segments.
 */
export function renderWorker(dependencies: MediaJobDependencies): JobWorker {
  const { run, storage, tools, scratchFolder } = dependencies;
  return worker(renderVideo, async ({ videoId }, signal) => {
    const video = await run(null, (ctx) => beginAttempt(ctx, videoId, lacksRendition));
    if (video) {
      await runAttempt(dependencies, video, () =>
        withScratchFolder(scratchFolder, videoId, (folder) => render(video, folder, signal)),
      );
    }
    // It may have been deleted while segments were still being stored.
    await removeVideoObjects(dependencies, videoId);
  });

  async function render(video: Video, folder: string, signal: AbortSignal): Promise<void> {
    const { id: videoId, facts } = video;
    if (!facts) throw new TypeError(`Video ${videoId} has not been probed yet.`);
    // The job that probed the file has decided on a rendition and its height (docs/videos.md).
    const height = video.renditionHeight ?? tools.renditionHeight(facts);
    await requireDiskSpace(storage, 0);
    const ended = new AbortController();
    const share = followShare(dependencies, video, ended);
    const publisher = await publishRendition({
      storage,
      videoId,
      folder,
      onPlayable: async () => {
        await run(null, (ctx) => markReady(ctx, videoId, { prepared: share.now() }));
      },
      onPoster: async () => {
        await run(null, (ctx) => recordProgress(ctx, video, "stills", { posterDone: ctx.now }));
      },
      onFailure: (error) => ended.abort(error),
    });
    let made: Rendition;
    let captions: CaptionTrack[];
    try {
      [made, captions] = await storage.asFile(originalKey(videoId), async (source) => {
        const order = { source, folder, facts, signal: AbortSignal.any([signal, ended.signal]) };
        const encoded = await tools.makeRendition({
          ...order,
          height,
          onSegment: publisher.add,
          onProgress: share.follow,
          onPicture: (measures) => storePicture(dependencies, videoId, measures),
        });
        return [encoded, await storeCaptions(dependencies, videoId, order)];
      });
      await publisher.settled();
      if (!made.timesMatch) throw unmatchedTimes();
      await publishFile(storage, videoId, folder);
      await publishStills(storage, videoId, folder, made.stills);
    } catch (error) {
      // If storing has failed, throw that error instead of the one of the aborted encoding.
      await publisher.settled();
      throw error;
    } finally {
      await share.settled();
    }
    await run(null, async (ctx) => {
      const now = ctx.now;
      const done = {
        facts: counted(facts, made),
        renditionDone: now,
        ...stillsResults(facts, made.stills, now),
        captions,
        prepared: 1,
        attempts: 0,
      };
      const exists = await recordProgress(ctx, video, "rendition", done);
      if (exists) await ctx.enqueue(refineVideo, { videoId }, videoJobOptions(video));
    });
  }
}

/** Markers would be at other times than in the uploaded file. */
function unmatchedTimes(): AdapterError {
  const message = "The frames of the rendition are not at the times that they have in the original.";
  return new AdapterError({ kind: "permanent", code: "unmatched_times", message });
}

function lacksRendition({ plays, renditionDone }: Video): boolean {
  return plays === "rendition" && !renditionDone;
}

/** Facts with the rendition's exact frame count; for some containers the probe can only estimate it. */
function counted(facts: ProbeFacts, { frames }: Rendition): ProbeFacts {
  const { num, den } = facts.video.rate;
  const durationSeconds = (frames * den) / num;
  return { ...facts, durationSeconds, video: { ...facts.video, frames, framesCounted: true } };
}

/** Stores the encoded share at most once a second; aborts the work when its video was deleted, or the disk is nearly full. */
function followShare({ run, storage }: MediaJobDependencies, video: Video, ended: AbortController) {
  let latest = video.prepared;
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const exists = await run(null, async (ctx) => {
      // Another worker may have finished the rendition after this job was considered dead.
      if ((await findVideo(ctx.tx, video.id))?.renditionDone) return true;
      return recordProgress(ctx, video, "share", { prepared: latest });
    });
    if (!exists) ended.abort(new Error("The video was deleted."));
    await requireDiskSpace(storage, 0).catch((error: unknown) => ended.abort(error));
  };
  return {
    now: () => latest,
    follow: (share: number) => {
      latest = Math.max(latest, Math.min(share, 0.999));
      if (Date.now() - writtenAt < progressEvery) return;
      writtenAt = Date.now();
      // A failed update is superseded by the next one.
      writing = writing.then(write).catch(() => undefined);
    },
    settled: () => writing,
  };
}

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { Rendition } from "#adapters/ffmpeg/rendition.ts";
import { type JobWorker, worker } from "#core/server/job.ts";

import { refineVideo, renderVideo } from "../job-definitions.ts";
import { originalKey } from "../keys.ts";
import { beginAttempt, makeReady, moveOn } from "../preparing.ts";
import { findVideo } from "../store/videos.ts";
import type { Video } from "../tables.ts";
import { attempt } from "./attempt.ts";
import { clearVideo } from "./clear-stored.ts";
import type { MediaJobParts } from "./parts.ts";
import { publishFile, publishRendition, publishStills } from "./publish-rendition.ts";
import { withScratch } from "./scratch.ts";

/** Progress is written and told at most this often, in milliseconds. */
const tellEvery = 1000;

/**
 * Makes the rendition of a video that browsers can't play as it is. Watching begins with the first stored segment; the
 * file replaces the playlist at the end. Killed anywhere, it starts anew and catches up with what players have seen.
 */
export function renderWorker(parts: MediaJobParts): JobWorker {
  const { run, storage, tools, scratchFolder } = parts;
  return worker(renderVideo, async ({ videoId }, signal) => {
    const video = await run(null, (ctx) => beginAttempt(ctx, videoId, lacksRendition));
    if (video) {
      await attempt(parts, video, () =>
        withScratch(scratchFolder, videoId, (folder) => render(video, folder, signal)),
      );
    }
    // It may have been deleted while its pieces were still being stored.
    await clearVideo(parts, videoId);
  });

  async function render(video: Video, folder: string, signal: AbortSignal): Promise<void> {
    const { id: videoId, facts } = video;
    if (!facts) throw new TypeError(`Video ${videoId} has not been looked at yet.`);
    // That there is to be one, and of which height, was decided when the file was looked at (docs/videos.md).
    const height = video.renditionHeight ?? tools.renditionHeight(facts);
    const ended = new AbortController();
    const share = followShare(parts, video, ended);
    const publisher = await publishRendition({
      storage,
      videoId,
      folder,
      onPlayable: async () => {
        await run(null, (ctx) => makeReady(ctx, videoId, { prepared: share.now() }));
      },
      onPoster: async () => {
        await run(null, (ctx) => moveOn(ctx, video, "stills", { posterDone: ctx.now }));
      },
      onFailure: (error) => ended.abort(error),
    });
    let made: Rendition;
    try {
      made = await storage.asFile(originalKey(videoId), (source) =>
        tools.makeRendition({
          source,
          folder,
          facts,
          height,
          onSegment: publisher.add,
          onProgress: share.follow,
          signal: AbortSignal.any([signal, ended.signal]),
        }),
      );
      await publisher.settled();
      await publishFile(storage, videoId, folder);
      await publishStills(storage, videoId, folder, made.stills);
    } catch (error) {
      // Where the store failed, that is the reason, not the stopped run.
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
        posterDone: now,
        stillsDone: now,
        prepared: 1,
        attempts: 0,
      };
      const living = await moveOn(ctx, video, "rendition", done);
      if (living) await ctx.enqueue(refineVideo, { videoId });
    });
  }
}

function lacksRendition({ plays, renditionDone }: Video): boolean {
  return plays === "rendition" && !renditionDone;
}

/** What is watched from now on are the rendition's pictures; some containers' own could only be estimated. */
function counted(facts: ProbeFacts, { frames }: Rendition): ProbeFacts {
  const { num, den } = facts.video.rate;
  const durationSeconds = (frames * den) / num;
  return { ...facts, durationSeconds, video: { ...facts.video, frames, framesCounted: true } };
}

/** Writes the share that is done, at most once a second; aborts the work when its video is gone. */
function followShare({ run }: MediaJobParts, video: Video, ended: AbortController) {
  let latest = video.prepared;
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const living = await run(null, async (ctx) => {
      // Another worker, for which this one was dead, may have come to the end.
      if ((await findVideo(ctx.tx, video.id))?.renditionDone) return true;
      return moveOn(ctx, video, "share", { prepared: latest });
    });
    if (!living) ended.abort(new Error("The video was deleted."));
  };
  return {
    now: () => latest,
    follow: (share: number) => {
      latest = Math.max(latest, Math.min(share, 0.999));
      if (Date.now() - writtenAt < tellEvery) return;
      writtenAt = Date.now();
      // A share that could not be written is written with the next one.
      writing = writing.then(write).catch(() => undefined);
    },
    settled: () => writing,
  };
}

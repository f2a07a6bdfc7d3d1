import path from "node:path";

import type { RenditionHeights } from "#devices/ffmpeg/plan.ts";
import { type JobWorker, worker } from "#foundation/server/job.ts";

import { refineVideo } from "../job-definitions.ts";
import { lightName, originalKey, renditionFolder, sharpName } from "../keys.ts";
import { moveOn } from "../preparing.ts";
import { refuseWithoutRoom } from "../room.ts";
import { findVideo } from "../store/videos.ts";
import type { Video } from "../tables.ts";
import { attemptExtra } from "./attempt.ts";
import { clearVideo } from "./clear-stored.ts";
import type { MediaJobParts } from "./parts.ts";
import { storeFile } from "./publish-rendition.ts";
import { withScratch } from "./scratch.ts";

/** Makes the sharper and the light file that the plan found worth making. Players offer them as they come. */
export function refineWorker(parts: MediaJobParts): JobWorker {
  return worker(refineVideo, async ({ videoId }, signal) => {
    await attemptExtra(parts, { videoId, signal }, (until) => refine(parts, videoId, until));
    await clearVideo(parts, videoId);
  });
}

async function refine(parts: MediaJobParts, videoId: string, signal: AbortSignal): Promise<void> {
  const { run, storage, tools, scratchFolder } = parts;
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (video?.state !== "ready" || !video.facts || !tools.ffmpeg) return;
  const { facts } = video;
  const heights = missingHeights(video, tools.heights(facts));
  if (heights.size === 0) return;
  // The last of the room is for the database, and for files that somebody waits for.
  await refuseWithoutRoom(storage, video.bytes);
  const stored = new Set<string>();
  await withScratch(scratchFolder, `${videoId}-later`, async (folder) => {
    const made = await storage.asFile(originalKey(videoId), (source) =>
      tools.makeLaterFiles({ source, folder, facts, heights, signal }),
    );
    for (const [name, { framesMatch }] of made) {
      // Viewers change from file to file at any moment: a frame must keep its number, or the file is of no use.
      if (!framesMatch) continue;
      await storeFile(storage, path.join(folder, name), `${renditionFolder(videoId)}/${name}`);
      stored.add(name);
    }
  });
  if (stored.size === 0) return;
  await run(null, (ctx) =>
    moveOn(ctx, video, "rendition", {
      ...(stored.has(sharpName) && { sharpDone: ctx.now }),
      ...(stored.has(lightName) && { lightDone: ctx.now }),
    }),
  );
}

/** Lines of the files that are wanted and not there, by their names. */
function missingHeights(video: Video, { first, later, light }: RenditionHeights): Map<string, number> {
  const watched = video.plays === "rendition" ? (video.renditionHeight ?? first) : null;
  const heights = new Map<string, number>();
  if (!video.sharpDone && later !== null && watched !== null && later > watched)
    heights.set(sharpName, later);
  if (!video.lightDone && light !== null && (watched === null || light < watched))
    heights.set(lightName, light);
  return heights;
}

import path from "node:path";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { MadeRendition } from "#adapters/ffmpeg/plan.ts";
import { type JobWorker, worker } from "#core/server/job.ts";

import { refineVideo } from "../job-definitions.ts";
import { lightName, originalKey, renditionFolder, renditionName, sharpName } from "../keys.ts";
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
  const { sharp, light } = tools.laterHeights(facts, await renditionOf(parts, video, facts));
  const heights = new Map<string, number>();
  if (!video.sharpDone && sharp !== null) heights.set(sharpName, sharp);
  if (!video.lightDone && light !== null) heights.set(lightName, light);
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

/** The rendition that is watched, null where the original is. */
async function renditionOf(
  { storage, tools }: Pick<MediaJobParts, "storage" | "tools">,
  { id, plays, renditionHeight }: Video,
  facts: ProbeFacts,
): Promise<MadeRendition | null> {
  if (plays === "original") return null;
  const stored = await storage.stat(`${renditionFolder(id)}/${renditionName}`);
  const bitrate = ((stored?.bytes ?? 0) * 8) / facts.durationSeconds;
  return { height: renditionHeight ?? tools.renditionHeight(facts), bitrate };
}

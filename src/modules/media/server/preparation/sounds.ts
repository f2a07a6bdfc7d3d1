import path from "node:path";

import type { MediaJobDependencies } from "../dependencies.ts";
import { requireUnreservedSpace } from "../space/disk-space.ts";
import type { Video } from "../tables.ts";
import { originalKey, trackKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { recordProgress } from "./progress.ts";
import { storeFile } from "./publish-rendition.ts";
import { withScratchFolder } from "./scratch-folder.ts";

/** Whether the sound tracks of a video that can be chosen have still to be made. */
export function lacksSounds({ facts, sounds }: Pick<Video, "facts" | "sounds">): boolean {
  return sounds === null && (facts?.sound?.tracks.length ?? 0) > 1;
}

/** Makes and stores the sound tracks of a playable video that can be chosen instead of its own sound. */
export async function storeSounds(
  { run, storage, tools, scratchFolder }: MediaJobDependencies,
  videoId: string,
  signal: AbortSignal,
): Promise<void> {
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (video?.state !== "ready" || !video.facts || !lacksSounds(video) || !tools.ffmpeg) return;
  const { facts } = video;
  await run(null, (ctx) => requireUnreservedSpace(ctx, storage, 0));
  const sounds = await withScratchFolder(scratchFolder, `${videoId}-sounds`, async (folder) => {
    const made = await storage.asFile(originalKey(videoId), (source) =>
      tools.makeSoundFiles({ source, folder, facts, signal }),
    );
    for (const { file } of made) await storeFile(storage, path.join(folder, file), trackKey(videoId, file));
    return made;
  });
  await run(null, (ctx) => recordProgress(ctx, video, "stills", { sounds }));
}

import path from "node:path";

import type { CaptionsOrder, CaptionTrack } from "#adapters/ffmpeg/captions.ts";
import { AdapterError } from "#core/adapter-error.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { trackKey } from "../videos/object-keys.ts";
import { storeFile } from "./publish-rendition.ts";

/**
 * Makes and stores the captions of an original: none where its subtitles can't be read. A video can be played without
 * them.
 */
export async function storeCaptions(
  { storage, tools, log }: Pick<MediaJobDependencies, "storage" | "tools" | "log">,
  videoId: string,
  order: CaptionsOrder,
): Promise<CaptionTrack[]> {
  let tracks: CaptionTrack[];
  try {
    tracks = await tools.makeCaptions(order);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
    log.info({ videoId, err: error }, "The subtitles of a video can't be read.");
    return [];
  }
  for (const { file } of tracks) {
    await storeFile(storage, path.join(order.folder, file), trackKey(videoId, file));
  }
  return tracks;
}

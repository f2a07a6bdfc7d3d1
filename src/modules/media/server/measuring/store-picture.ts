import type { PictureMeasures } from "#adapters/ffmpeg/measures.ts";
import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { Run } from "#core/server/context.ts";

import { storeMeasurement } from "./store-measurement.ts";

/** Raised when the picture is measured differently. */
const version = 1;

/** Stores what was measured in the picture of a video, or null if it can't be decoded. */
export async function storePicture(
  { run, tools }: { run: Run; tools: Pick<VideoTools, "ffmpeg"> },
  videoId: string,
  values: PictureMeasures | null,
): Promise<void> {
  const measured = { part: "picture", tools: `${version}/${tools.ffmpeg?.version ?? "unknown"}` } as const;
  await run(null, (ctx) =>
    storeMeasurement(
      ctx,
      videoId,
      values ? { ...measured, values } : { ...measured, obstacle: "unreadable" },
    ),
  );
}

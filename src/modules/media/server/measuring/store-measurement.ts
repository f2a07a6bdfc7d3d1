import type { LoudnessCurve, PictureMeasures, SoundMeasures } from "#adapters/ffmpeg/measures.ts";
import type { Context } from "#core/server/context.ts";
import { videoMeasured } from "#modules/media/contract/videos.ts";
import type { MeasuredPart, MeasuringObstacle } from "#modules/media/rules/measurements.ts";

import { measurements } from "../tables.ts";
import { lockVideo } from "../videos/queries.ts";

export type NewMeasurement = { tools: string } & (
  | { part: "sound"; values: SoundMeasures }
  | { part: "loudness"; values: LoudnessCurve }
  | { part: "picture"; values: PictureMeasures }
  | { part: MeasuredPart; obstacle: MeasuringObstacle }
);

/** Stores a measurement of a video in place of an earlier one; nothing for a video that was discarded meanwhile. */
export async function storeMeasurement(
  ctx: Context,
  videoId: string,
  measurement: NewMeasurement,
): Promise<void> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video) return;
  const result = { values: null, obstacle: null, ...measurement, measuredAt: ctx.now };
  await ctx.tx
    .insert(measurements)
    .values({ videoId, ...result })
    .onConflictDoUpdate({ target: [measurements.videoId, measurements.part], set: result });
  await ctx.emit(videoMeasured, { videoId, taskId: video.taskId, part: measurement.part });
}

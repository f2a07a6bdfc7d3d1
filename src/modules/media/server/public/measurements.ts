import { and, eq, inArray } from "drizzle-orm";

import type { LoudnessCurve, PictureMeasures, SoundMeasures } from "#adapters/ffmpeg/measures.ts";
import type { Reading } from "#core/server/database.ts";
import type { MeasuringObstacle } from "#modules/media/rules/measurements.ts";

import { measurements } from "../tables.ts";

/** A measured part, or the reason why it can't be measured. */
export type Measured<Values> = { values: Values } | { obstacle: MeasuringObstacle };

/** Measurements of a video; null for parts that are still being measured, or never were. */
export interface VideoMeasurements {
  sound: Measured<SoundMeasures> | null;
  picture: Measured<PictureMeasures> | null;
}

/** The measurements of a video, without the loudness curve. */
export async function measurementsIn(tx: Reading, videoId: string): Promise<VideoMeasurements> {
  const rows = await tx
    .select()
    .from(measurements)
    .where(and(eq(measurements.videoId, videoId), inArray(measurements.part, ["sound", "picture"])));
  const measured = <Values>(part: "sound" | "picture"): Measured<Values> | null => {
    const row = rows.find((stored) => stored.part === part);
    if (!row) return null;
    return row.obstacle === null ? { values: row.values as Values } : { obstacle: row.obstacle };
  };
  return { sound: measured<SoundMeasures>("sound"), picture: measured<PictureMeasures>("picture") };
}

/** The loudness curve of a video, or null without one. */
export async function loudnessCurveIn(tx: Reading, videoId: string): Promise<LoudnessCurve | null> {
  const [row] = await tx
    .select({ values: measurements.values })
    .from(measurements)
    .where(and(eq(measurements.videoId, videoId), eq(measurements.part, "loudness")));
  return (row?.values as LoudnessCurve | undefined) ?? null;
}

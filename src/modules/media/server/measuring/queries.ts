import { eq } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import type { MeasuredPart } from "#modules/media/rules/measurements.ts";

import { measurements } from "../tables.ts";

/** The parts of a video that were measured, or can't be. */
export async function partsMeasured(tx: Reading, videoId: string): Promise<Set<MeasuredPart>> {
  const rows = await tx
    .select({ part: measurements.part })
    .from(measurements)
    .where(eq(measurements.videoId, videoId));
  return new Set(rows.map(({ part }) => part));
}

import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

const schema = `
CREATE TABLE IF NOT EXISTS video_life (
  video_id TEXT PRIMARY KEY, seed TEXT, published_at TEXT, duration_seconds REAL
) STRICT;
`;

/** The parts of a video's modelled life that a test or the seed has chosen. */
export const lifeSchema = z.strictObject({
  /** The video was published this many days ago. */
  publishedDaysAgo: z.number().int().min(0).max(5000).optional(),
  durationSeconds: z.number().positive().max(100_000).optional(),
  /** Videos with the same seed have the same figures; the video's id without it. */
  seed: z.string().max(60).optional(),
});
type Life = z.output<typeof lifeSchema>;

const rowSchema = z.object({
  seed: z.string().nullable(),
  published_at: z.string().nullable(),
  duration_seconds: z.number().nullable(),
});

export type Lives = ReturnType<typeof createLives>;

/** The age and duration of videos for their statistics. */
export function createLives(db: DatabaseSync) {
  db.exec(schema);
  const find = db.prepare("SELECT seed, published_at, duration_seconds FROM video_life WHERE video_id = ?");
  const save = db.prepare("INSERT OR REPLACE INTO video_life VALUES (?, ?, ?, ?)");
  return {
    choose(videoId: string, { publishedDaysAgo, durationSeconds, seed }: Life): void {
      const publishedAt =
        publishedDaysAgo === undefined
          ? null
          : new Date(Date.now() - publishedDaysAgo * 86_400_000).toISOString();
      save.run(videoId, seed ?? null, publishedAt, durationSeconds ?? null);
    },
    /** `createdAt` and `file` are those of the video, which decide where nothing was chosen. */
    of({ id, createdAt, file }: { id: string; createdAt: string; file?: string }) {
      const row = rowSchema.parse(find.get(id) ?? { seed: null, published_at: null, duration_seconds: null });
      return {
        seed: row.seed ?? id,
        publishedAt: row.published_at ?? createdAt,
        durationSeconds: row.duration_seconds ?? readDuration(file) ?? usualDuration,
      };
    },
  };
}

const usualDuration = 480;
/** The movie header is near the beginning or the end of a file. */
const searchedBytes = 1024 * 1024;

/** The duration in the movie header of an MP4 file. */
function readDuration(file: string | undefined): number | null {
  if (file === undefined || !existsSync(file)) return null;
  const { size } = statSync(file);
  const descriptor = openSync(file, "r");
  try {
    for (const position of [0, Math.max(0, size - searchedBytes)]) {
      const bytes = Buffer.alloc(Math.min(searchedBytes, size));
      readSync(descriptor, bytes, 0, bytes.length, position);
      const seconds = durationIn(bytes);
      if (seconds !== null) return seconds;
    }
    return null;
  } finally {
    closeSync(descriptor);
  }
}

function durationIn(bytes: Buffer): number | null {
  const at = bytes.indexOf("mvhd");
  if (at < 0 || at + 36 > bytes.length) return null;
  const long = bytes[at + 4] === 1;
  const timescale = bytes.readUInt32BE(at + (long ? 24 : 16));
  const duration = long ? Number(bytes.readBigUInt64BE(at + 28)) : bytes.readUInt32BE(at + 20);
  return timescale > 0 && duration > 0 ? duration / timescale : null;
}

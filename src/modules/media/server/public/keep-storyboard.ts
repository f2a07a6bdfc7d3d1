import { randomUUID } from "node:crypto";

import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context, Run } from "#core/server/context.ts";

import { markFilesDeleted } from "../deletion/deletion.ts";
import { insertFile, markMadeFileKept, recordArrival } from "../files/queries.ts";
import { createDecoder } from "../images/decoder.ts";
import { fileKey, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { readObject } from "../videos/read-object.ts";

const storyboardShape = z.object({
  intervalSeconds: z.number().positive(),
  count: z.number().int().positive(),
  tileWidth: z.number().int().positive(),
  tileHeight: z.number().int().positive(),
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  sheets: z.array(z.string()).min(1),
});
const waveformShape = z.object({ peaksPerSecond: z.number().positive(), peaks: z.array(z.number().int()) });

/** A storyboard on one sheet, and the video's waveform; null without sound. */
export interface KeptPictures {
  fileId: string;
  storyboard: Omit<z.output<typeof storyboardShape>, "sheets">;
  waveform: z.output<typeof waveformShape> | null;
}

const decode = createDecoder();

/**
 * Stores a sheet with at most `maxTiles` tiles of a video's storyboard, at equal distances, apart from the video. `keep` runs in a
 * transaction: it records the file and returns true, or returns false to delete it. Does nothing for a video without a storyboard.
 */
export async function keepStoryboard(
  { run, storage }: { run: Run; storage: ObjectStorage },
  { videoId, maxTiles }: { videoId: string; maxTiles: number },
  keep: (ctx: Context, kept: KeptPictures) => Promise<boolean>,
): Promise<void> {
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (video?.state !== "ready" || !video.stillsDone) return;
  const read = (name: string) => readObject(storage, `${videoFolder(videoId)}/${name}`);
  const [stored, sound] = [await read("storyboard.json"), await read("waveform.json")];
  if (!stored) return;
  const { sheets, ...source } = storyboardShape.parse(JSON.parse(stored.toString()));
  const contents: Buffer[] = [];
  for (const sheet of sheets) {
    const content = await read(sheet);
    if (!content) return;
    contents.push(content);
  }
  const every = Math.ceil(source.count / maxTiles);
  const storyboard = layOut(source, every);
  const made = await decode({ kind: "sheet", contents, source, sheet: storyboard, every });
  if (typeof made === "string") return;
  const waveform = sound && waveformShape.parse(JSON.parse(sound.toString()));
  const id = randomUUID();
  const file = { id, personId: null, name: "storyboard.jpg", type: made.type, bytes: 0 };
  await run(null, (ctx) => insertFile(ctx.tx, { ...file, state: "staged", createdAt: ctx.now }));
  await storage.put(fileKey(id), made.bytes);
  await run(null, async (ctx) => {
    await recordArrival(ctx.tx, id, { bytes: made.bytes.length, at: ctx.now });
    const isKept =
      (await markMadeFileKept(ctx.tx, id)) && (await keep(ctx, { fileId: id, storyboard, waveform }));
    if (!isKept) await markFilesDeleted(ctx, [id]);
  });
}

/** Every nth tile on one sheet. */
function layOut(source: KeptPictures["storyboard"], every: number): KeptPictures["storyboard"] {
  const count = Math.ceil(source.count / every);
  const columns = Math.min(10, count);
  const rows = Math.ceil(count / columns);
  const { tileWidth, tileHeight } = source;
  return {
    intervalSeconds: source.intervalSeconds * every,
    count,
    columns,
    rows,
    tileWidth,
    tileHeight,
  };
}

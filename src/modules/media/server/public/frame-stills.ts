import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";

import { markFilesDeleted } from "../deletion/deletion.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { insertFile, markMadeFileKept, recordArrival } from "../files/queries.ts";
import { withScratchFolder } from "../preparation/scratch-folder.ts";
import type { Video } from "../tables.ts";
import { fileKey, originalKey, renditionFolder, renditionName } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";

export type FrameStillDependencies = Pick<
  MediaJobDependencies,
  "run" | "storage" | "tools" | "scratchFolder"
>;

/**
 * Makes and stores a JPEG of each of these frames of a playable video, as its players show them. `keep` runs in a
 * transaction for each frame: it records the file and returns true, or returns false to delete it. A frame that the video
 * doesn't have, or that can't be decoded, has no file. Does nothing until the video's rendition is complete.
 */
export async function makeFrameStills(
  dependencies: FrameStillDependencies,
  order: { videoId: string; frames: readonly number[]; width: number; signal: AbortSignal },
  keep: (ctx: Context, frame: number, fileId: string | null) => Promise<boolean>,
): Promise<void> {
  const { run, storage, tools, scratchFolder } = dependencies;
  const { videoId, frames, width, signal } = order;
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  const source = video && tools.ffmpeg && stillSource(video);
  if (!source || frames.length === 0) return;
  // The video may have been deleted meanwhile; the nightly reconciliation deals with other missing files.
  if ((await storage.stat(source.key)) === null) return;
  await withScratchFolder(scratchFolder, `${videoId}-frames`, async (folder) =>
    storage.asFile(source.key, async (path) => {
      for (const frame of frames) {
        const made = tools.makeFrameStill({
          source: path,
          folder,
          facts: source.facts,
          frame,
          width,
          signal,
        });
        const file = await made.catch(orNullIfPermanent);
        await store(dependencies, file === null ? null : await readFile(file), (ctx, id) =>
          keep(ctx, frame, id),
        );
      }
    }),
  );
}

/** The file whose frames players show, with facts about it; null while there is none. */
function stillSource({
  id,
  state,
  plays,
  renditionDone,
  facts,
}: Video): { key: string; facts: ProbeFacts } | null {
  if (state !== "ready" || !facts) return null;
  if (plays === "original") return { key: originalKey(id), facts };
  if (!renditionDone) return null;
  const { video } = facts;
  const matrix = video.hdr === null ? video.matrix : "bt709";
  // The first frame of a rendition is at zero, and its colours are those of standard dynamic range.
  const played = { ...video, firstSeconds: 0, hdr: null, matrix };
  const made = { ...facts, container: "mp4", audio: null, video: played };
  return { key: `${renditionFolder(id)}/${renditionName}`, facts: made };
}

function orNullIfPermanent(error: unknown): null {
  if (error instanceof AdapterError && error.kind === "permanent") return null;
  throw error;
}

async function store(
  { run, storage }: FrameStillDependencies,
  content: Buffer | null,
  keep: (ctx: Context, fileId: string | null) => Promise<boolean>,
): Promise<void> {
  if (!content) {
    await run(null, (ctx) => keep(ctx, null));
    return;
  }
  const id = randomUUID();
  const file = { id, personId: null, name: "frame.jpg", type: "image/jpeg", bytes: 0 };
  await run(null, (ctx) => insertFile(ctx.tx, { ...file, state: "staged", createdAt: ctx.now }));
  await storage.put(fileKey(id), content);
  await run(null, async (ctx) => {
    await recordArrival(ctx.tx, id, { bytes: content.length, at: ctx.now });
    const isKept = (await markMadeFileKept(ctx.tx, id)) && (await keep(ctx, id));
    if (!isKept) await markFilesDeleted(ctx, [id]);
  });
}

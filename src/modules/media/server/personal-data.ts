import { inBatches } from "#core/server/batches.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listPersonFiles, type ListedFile } from "./files/queries.ts";
import { presentPlayback } from "./playback/present.ts";
import { fileAddresses } from "./public/media.ts";
import { type ListedVideo, listPersonVideos } from "./videos/queries.ts";

const limit = 200;

/** The files and videos that a user has uploaded, with their URLs while they are stored. */
export const mediaData: PersonalData = {
  part: "uploads",
  read: async (ctx, personId) => ({
    files: inBatches({
      limit,
      read: (last: ListedFile | null) => listPersonFiles(ctx.tx, { personId, last, limit }),
      present: (rows) => presentFiles(ctx, rows),
    }),
    videos: inBatches({
      limit,
      read: (last: ListedVideo | null) => listPersonVideos(ctx.tx, { personId, last, limit }),
      present: (rows) => rows.map((row) => presentVideo(ctx, row)),
    }),
  }),
};

async function presentFiles(ctx: ReadContext, rows: readonly ListedFile[]) {
  const addresses = await fileAddresses(ctx, new Map(rows.map(({ file }) => [file.id, null])));
  return rows.map(({ file: { id, name, type, bytes, createdAt } }) => {
    const address = addresses.get(id) ?? null;
    return { name, type, bytes, createdAt, address };
  });
}

function presentVideo(ctx: ReadContext, { video }: ListedVideo) {
  const { fileName, type, bytes, sha256, state, taskId, createdAt, deletedAt } = video;
  const address = presentPlayback(ctx, video, { owner: null, until: null }).fileUrl;
  return { fileName, type, bytes, sha256, state, taskId, createdAt, deletedAt, address };
}

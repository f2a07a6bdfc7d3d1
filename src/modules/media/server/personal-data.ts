import type { PersonalData } from "#core/server/personal-data.ts";

import { fileAddresses } from "./actions.ts";
import { presentPlayback } from "./present.ts";
import { filesOf } from "./store/files.ts";
import { videosOf } from "./store/videos.ts";

/** The files and videos that a person has sent, with their addresses while they are stored. */
export const mediaData: PersonalData = {
  part: "uploads",
  read: async (ctx, personId) => {
    const files = await filesOf(ctx.tx, personId);
    const addresses = await fileAddresses(ctx, new Map(files.map(({ id }) => [id, null])));
    const videos = await videosOf(ctx.tx, personId);
    return {
      files: files.map(({ id, name, type, bytes, createdAt }) => {
        const address = addresses.get(id) ?? null;
        return { name, type, bytes, createdAt, address };
      }),
      videos: videos.map((video) => {
        const { fileName, type, bytes, sha256, state, subject, createdAt, deletedAt } = video;
        const address = presentPlayback(ctx, video, { subject: null, until: null }).fileUrl;
        return { fileName, type, bytes, sha256, state, subject, createdAt, deletedAt, address };
      }),
    };
  },
};

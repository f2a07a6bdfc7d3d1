import { withAccess } from "#modules/publishing/server/destinations/access.ts";
import { platformVideoOf } from "#modules/publishing/server/queries.ts";

import { addition } from "../addition.ts";
import type { Operation, OperationWork, Outcome } from "../operation.ts";

/** Adds the video to a playlist of its channel. */
export const playlist: OperationWork = { ...addition, run: addToPlaylist };

async function addToPlaylist({ dependencies, row, delivery }: Operation): Promise<Outcome> {
  const entry = { playlistId: row.key, videoId: platformVideoOf(delivery) };
  await withAccess(dependencies, delivery.destinationId, "other", async (access, { playlists }) =>
    playlists?.add(access, entry),
  );
  return { kind: "done" };
}

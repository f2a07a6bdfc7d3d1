import { requirePlatformVideo } from "#modules/publishing/server/deliveries/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { addition } from "../policies.ts";

/** Adds the video to a playlist of its channel. */
export const playlist: OperationWork = { ...addition, run: addToPlaylist };

async function addToPlaylist({ call, row, delivery }: Operation): Promise<Outcome> {
  const entry = { playlistId: row.key, videoId: requirePlatformVideo(delivery) };
  await call("other", async (access, { playlists }) => playlists?.add(access, entry));
  return { kind: "done" };
}

import { AdapterError } from "#core/adapter-error.ts";
import { requirePlatformVideo } from "#modules/publishing/server/deliveries/queries.ts";
import { listTaskCaptions } from "#modules/publishing/server/details/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { addition } from "../policies.ts";

/** Adds a caption file to the video. */
export const caption: OperationWork = { ...addition, run: addCaption };

async function addCaption({ dependencies, call, row, delivery }: Operation): Promise<Outcome> {
  const all = await dependencies.read(null, (ctx) => listTaskCaptions(ctx.tx, delivery.taskId));
  const inOrder = all.toSorted((one, other) => +one.addedAt - +other.addedAt);
  const index = inOrder.findIndex(({ id }) => id === row.key);
  const track = inOrder[index];
  // Removed meanwhile.
  if (!track) return { kind: "done" };
  const videoId = requirePlatformVideo(delivery);
  // Later ones don't belong to the delivery, and use the creator's share of the quota.
  const purpose = track.addedAt <= delivery.startedAt ? "publishing" : "other";
  await call(purpose, async (access, platform) => {
    const key = platform.captionKey(track);
    if (inOrder.slice(0, index).some((earlier) => platform.captionKey(earlier) === key))
      throw languageTaken();
    await platform.addCaption(access, videoId, track);
  });
  return { kind: "done" };
}

function languageTaken(): AdapterError {
  const message = "An earlier caption file has this language.";
  return new AdapterError({ kind: "needs-user", code: "caption_language_taken", message });
}

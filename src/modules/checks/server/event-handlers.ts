import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { videoMeasured, videoReady } from "#modules/media/contract/videos.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";

import { evaluate } from "./findings/evaluate.ts";
import { deletePersonData, findProbedByVideo } from "./queries.ts";

/** Evaluates findings when something was measured, and deletes the texts of deleted accounts. */
export function checksEventHandlers(): EventHandler[] {
  return [
    on(videoMeasured, async (ctx, { videoId, part }) => {
      if (part !== "loudness") await evaluateVideo(ctx, videoId);
    }),
    on(videoReady, (ctx, { videoId }) => evaluateVideo(ctx, videoId)),
    on(accountDeleted, (ctx, { personId }) => deletePersonData(ctx.tx, personId)),
  ];
}

async function evaluateVideo(ctx: Context, videoId: string): Promise<void> {
  const version = await findProbedByVideo(ctx.tx, videoId);
  if (version) await evaluate(ctx, version);
}

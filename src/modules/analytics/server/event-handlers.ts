import { on, type EventHandler } from "#core/server/context.ts";
import { videoProgressed } from "#modules/media/contract/videos.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import { destinationConnected } from "#modules/publishing/contract/destinations.ts";
import { published, publishFailed } from "#modules/publishing/contract/publishing.ts";

import { enroll } from "./fetch/jobs.ts";
import { deleteAccountData } from "./personal-data.ts";
import { requestPictures } from "./pictures/jobs.ts";
import { publishingFailures } from "./tables.ts";

/**
 * Fetches the figures of published videos and of those at newly connected destinations, keeps their pictures, counts failures of
 * publishing, and deletes the data of deleted accounts. Figures of disconnected destinations are deleted with their rows.
 */
export function analyticsEventHandlers(): EventHandler[] {
  return [
    on(published, async (ctx, { taskId }) => {
      await enroll(ctx, { taskId });
      await requestPictures(ctx, taskId);
    }),
    on(videoProgressed, async (ctx, { taskId, part }) => {
      // A video may be published before its storyboard is made.
      if (part === "stills" && taskId !== null) await requestPictures(ctx, taskId);
    }),
    on(destinationConnected, (ctx, { destinationId }) => enroll(ctx, { destinationId })),
    on(publishFailed, async ({ tx, now: at }, { taskId, code, platform }) => {
      await tx.insert(publishingFailures).values({ taskId, code, platform, at });
    }),
    on(accountDeleted, (ctx, { personId }) => deleteAccountData(ctx, personId)),
  ];
}

import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";

import { clearPublishingConsents } from "./deliveries/queries.ts";
import { revokeChannel } from "./destinations/jobs.ts";
import {
  changeDestination,
  deleteDestination,
  listDestinations,
  takeAuthorization,
} from "./destinations/queries.ts";
import { deletePresets } from "./details/presets.ts";

/** Deletes the data of a deleted account; its encrypted tokens stay until the platform has revoked them. */
export function publishingEventHandlers(): EventHandler[] {
  return [
    on(accountDeleted, async (ctx, { personId }) => {
      await takeAuthorization(ctx.tx, personId);
      await clearPublishingConsents(ctx.tx, personId);
      await deletePresets(ctx.tx, personId);
      const connected = await listDestinations(ctx.tx, personId);
      for (const row of connected) {
        const cleared = { accountId: "", title: "", pictureUrl: "", uploadsPlaylistId: null };
        if (row.brokenAt) await deleteDestination(ctx.tx, row);
        else await changeDestination(ctx.tx, row, { ...cleared, brokenAt: ctx.now });
      }
      if (connected.some(({ brokenAt }) => brokenAt === null))
        await ctx.enqueue(revokeChannel, { personId }, { userId: personId });
    }),
  ];
}

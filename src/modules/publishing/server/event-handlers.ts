import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/people/contract.ts";

import { revokeChannel } from "./jobs.ts";
import {
  changeChannel,
  clearPublishingConsents,
  deleteChannel,
  findChannel,
  takeAuthorization,
} from "./queries.ts";

/** Of a deleted account only the encrypted tokens stay, until the platform has revoked them. */
export function publishingEventHandlers(): EventHandler[] {
  return [
    on(accountDeleted, async (ctx, { personId }) => {
      await takeAuthorization(ctx.tx, personId);
      await clearPublishingConsents(ctx.tx, personId);
      const channel = await findChannel(ctx.tx, personId);
      if (channel?.brokenAt) await deleteChannel(ctx.tx, channel);
      else if (channel) {
        const cleared = { channelId: "", title: "", pictureUrl: "", uploadsPlaylistId: null };
        await changeChannel(ctx.tx, channel, { ...cleared, brokenAt: ctx.now });
        await ctx.enqueue(revokeChannel, { personId });
      }
    }),
  ];
}

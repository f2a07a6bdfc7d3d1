import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/accounts/contract/leaving.ts";

import { revokeChannel } from "./job-definitions.ts";
import { takeConsent } from "./store/authorizations.ts";
import { changeChannel, deleteChannel, findChannel } from "./store/channels.ts";
import { forgetConsentsOf } from "./store/deliveries.ts";

/** Of somebody who leaves, only the sealed tokens stay until the platform has taken them back. */
export function publishingEventHandlers(): EventHandler[] {
  return [
    on(accountDeleted, async (ctx, { personId }) => {
      await takeConsent(ctx.tx, personId);
      await forgetConsentsOf(ctx.tx, personId);
      const channel = await findChannel(ctx.tx, personId);
      if (channel?.brokenAt) await deleteChannel(ctx.tx, channel);
      else if (channel) {
        const nothing = { channelId: "", title: "", pictureUrl: "", uploadsPlaylistId: null };
        await changeChannel(ctx.tx, channel, { ...nothing, brokenAt: ctx.now });
        await ctx.enqueue(revokeChannel, { personId });
      }
    }),
  ];
}

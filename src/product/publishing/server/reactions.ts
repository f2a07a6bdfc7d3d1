import { on, type Reaction } from "#foundation/server/context.ts";
import { personLeft } from "#product/accounts/contract/leaving.ts";

import { revokeChannel } from "./job-definitions.ts";
import { changeChannel, deleteChannel, findChannel } from "./store/channels.ts";
import { takeConsent } from "./store/consents.ts";
import { forgetConsentsOf } from "./store/deliveries.ts";

/** Of somebody who leaves, only the sealed tokens stay until the platform has taken them back. */
export function publishingReactions(): Reaction[] {
  return [
    on(personLeft, async (ctx, { personId }) => {
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

import type { PersonalData } from "#core/server/personal-data.ts";

import { findChannel } from "./store/channels.ts";
import { deliveriesOf } from "./store/deliveries.ts";

/** A person's channel and what was published there; of its tokens nothing. */
export const publishingData: PersonalData = {
  part: "publishing",
  read: async ({ tx }, personId) => {
    const row = await findChannel(tx, personId);
    const { channelId, title, pictureUrl, scopes, connectedAt, checkedAt } = row ?? {};
    return {
      channel: row && { channelId, title, pictureUrl, scopes, connectedAt, checkedAt },
      deliveries: await deliveriesOf(tx, personId),
    };
  },
};

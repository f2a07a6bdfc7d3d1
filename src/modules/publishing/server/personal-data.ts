import type { PersonalData } from "#core/server/personal-data.ts";

import { problemMessage } from "../rules/problems.ts";
import { deliveriesOf, findChannel } from "./queries.ts";

/** A user's channel, without its tokens, and deliveries. */
export const publishingData: PersonalData = {
  part: "publishing",
  read: async ({ tx }, personId) => {
    const row = await findChannel(tx, personId);
    const { channelId, title, pictureUrl, scopes, connectedAt, checkedAt } = row ?? {};
    const deliveries = await deliveriesOf(tx, personId);
    return {
      channel: row && { channelId, title, pictureUrl, scopes, connectedAt, checkedAt },
      deliveries: deliveries.map(({ problemCode, ...delivery }) =>
        Object.assign(delivery, {
          problem: problemCode === null ? null : problemMessage(problemCode, "YouTube"),
        }),
      ),
    };
  },
};

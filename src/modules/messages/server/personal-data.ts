import type { PersonalData } from "#core/server/personal-data.ts";
import { cardsOf } from "#modules/people/server/actions.ts";

import { findCounterparts, findSent } from "./queries.ts";

/** Messages that the user has sent, and users whom they have blocked. */
export const messagesData: PersonalData = {
  part: "messages",
  read: async (ctx, personId) => {
    const [sent, counterparts] = [await findSent(ctx.tx, personId), await findCounterparts(ctx.tx, personId)];
    const cards = await cardsOf(
      ctx,
      counterparts.map(({ otherId }) => otherId),
    );
    const nameOf = (id: number) => cards.get(id)?.name ?? null;
    return {
      sent: sent.map(({ otherId, text, imageFileIds, sentAt, editedAt }) => ({
        to: nameOf(otherId),
        text,
        imageFileIds,
        sentAt,
        editedAt,
      })),
      blocked: counterparts.filter(({ blocked }) => blocked).map(({ otherId }) => nameOf(otherId)),
    };
  },
};

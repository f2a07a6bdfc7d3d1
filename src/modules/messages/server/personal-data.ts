import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";
import { cardsOf } from "#modules/people/server/actions.ts";

import { findCounterparts, findSent } from "./queries.ts";

/** Messages that the user has sent, by conversation, and users whom they have blocked. */
export const messagesData: PersonalData = {
  part: "messages",
  read: async (ctx, personId) => {
    const counterparts = await findCounterparts(ctx.tx, personId);
    const cards = await cardsOf(
      ctx,
      counterparts.map(({ otherId }) => otherId),
    );
    const nameOf = (id: number) => cards.get(id)?.name ?? null;
    return {
      sent: readSent(ctx, personId, counterparts, nameOf),
      blocked: counterparts.filter(({ blocked }) => blocked).map(({ otherId }) => nameOf(otherId)),
    };
  },
};

const rowsAtOnce = 200;

async function* readSent(
  ctx: ReadContext,
  personId: number,
  counterparts: Awaited<ReturnType<typeof findCounterparts>>,
  nameOf: (id: number) => string | null,
) {
  for (const { conversationId, otherId } of counterparts) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const query = { conversationId, personId, after, limit: rowsAtOnce };
      const rows: Awaited<ReturnType<typeof findSent>> = await findSent(ctx.tx, query);
      for (const row of rows) yield { to: nameOf(otherId), ...row };
      after = rows.at(-1)?.sequence;
    }
  }
}

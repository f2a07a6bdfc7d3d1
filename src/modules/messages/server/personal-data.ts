import { inBatches } from "#core/server/batches.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";
import { personCards } from "#modules/people/server/public/people.ts";

import { findCounterparts, findSent, type SentMessage } from "./messages/queries.ts";

/** Messages that the user has sent, by conversation. */
export const messagesData: PersonalData = {
  part: "messages",
  read: async (ctx, personId) => {
    const counterparts = await findCounterparts(ctx.tx, personId);
    const cards = await personCards(
      ctx,
      counterparts.map(({ otherId }) => otherId),
    );
    const personName = (id: number) => cards.get(id)?.name ?? null;
    return { sent: readSent(ctx, personId, counterparts, personName) };
  },
};

async function* readSent(
  ctx: ReadContext,
  personId: number,
  counterparts: Awaited<ReturnType<typeof findCounterparts>>,
  personName: (id: number) => string | null,
) {
  for (const { conversationId, otherId } of counterparts) {
    yield* inBatches({
      limit: 200,
      read: (last: SentMessage | null, limit) =>
        findSent(ctx.tx, { conversationId, personId, after: last?.sequence ?? 0, limit }),
      present: (rows) => rows.map((row) => ({ to: personName(otherId), ...row })),
    });
  }
}

import { endpointAddress } from "#core/endpoint-address.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { listHistory } from "#modules/messages/server/messages/lists.ts";
import { messages } from "#modules/messages/server/tables.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { fillMessages } from "#testing/message-rows.ts";

import { fillDatabase, openDatabase } from "../database.ts";
import type { Figure, Row, Settings } from "../figure.ts";
import { growthFigure, type Read, rateFigures, type ReadTarget } from "../read-figures.ts";
import { startProduct } from "../running-product.ts";

const connections = 8;
const limit = 50;

interface Chat {
  target: ReadTarget;
  otherId: number;
  /** A sequence in the middle of the conversation. */
  middle: number;
}

/** The history of a conversation with half of 1,000,000 messages, compared with 10,000 and with the SQL alone. */
export const messageHistory: Row = {
  name: "message-history",
  measure: async (settings) => {
    const few = await startWithMessages(settings, settings.tiny ? 1000 : 10_000);
    const many = await startWithMessages(settings, settings.tiny ? 2000 : 1_000_000);
    const figures: Figure[] = [];
    // Both databases have the same users and pages of the same size.
    const pages = {
      newest: history(many, {}),
      older: history(many, { before: few.middle }),
      "after a found message": history(many, { after: few.middle }),
    };
    for (const [what, read] of Object.entries(pages)) {
      const targets = { few: few.target, many: many.target };
      figures.push(await growthFigure(`history, ${what}`, [read], targets, settings));
      figures.push(...(await rateFigures(`history, ${what}`, [read], many.target, settings)));
    }
    return figures;
  },
};

function history({ otherId }: Chat, place: { before?: number; after?: number }): Read {
  const query = { ...place, limit };
  return {
    address: endpointAddress(messagesEndpoints.history, { params: { id: otherId }, query }),
    act: (ctx) => listHistory(ctx, otherId, query),
  };
}

async function startWithMessages(settings: Settings, count: number): Promise<Chat> {
  const product = await startProduct(settings);
  const { creator, editor } = product;
  const { id } = await creator.call(sessionEndpoints.checkAuth, {});
  const { id: otherId } = await editor.call(sessionEndpoints.checkAuth, {});
  settings.log(`inserting ${count} messages`);
  await fillDatabase(product, (pool) => fillMessages(pool, count, [id, otherId]));
  const database = await openDatabase(product, connections);
  settings.onEnd(database.close);
  const rows = await database.db.$count(messages);
  return {
    target: { person: creator, database, pid: product.reelay.pid, rows },
    otherId,
    middle: Math.round(count / 4),
  };
}

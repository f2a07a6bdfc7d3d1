import { type Actor, currentActor, type Context } from "#core/server/context.ts";
import { isTimeout, limitStatements } from "#core/server/database.ts";
import { createQueue } from "#core/server/queue.ts";
import { second } from "#core/time.ts";
import { type Message, messagesError } from "#modules/messages/contract/messages.ts";
import { searchResults } from "#modules/messages/rules/messages.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { personCards, requireCard } from "#modules/people/server/public/people.ts";

import { presentMessages } from "../messages/present.ts";
import { searchMessages } from "../messages/queries.ts";

interface FoundMessage {
  person: PersonCard;
  message: Message;
}

const searchTimeout = 3 * second;

/** Searches can take seconds, so they never use all connections to the database, and one user's never all of these. */
const searches = createQueue({ concurrency: 4, perOwner: 3, total: 64 });

/** Runs a search of the actor when it is its turn. Throws `searches_busy` (429) while too many others are running. */
export async function queueSearch(
  actor: Actor | null,
  search: () => Promise<FoundMessage[]>,
): Promise<FoundMessage[]> {
  const results = searches.run(`person:${currentActor({ actor }).id}`, search);
  if (!results) throw messagesError("searches_busy", { retryAfterSeconds: 2 });
  return results;
}

/** The actor's messages that contain a text, newest first. Throws `search_too_slow` (422) after `timeout`, in milliseconds. */
export async function findMessages(
  ctx: Context,
  text: string,
  timeout: number = searchTimeout,
): Promise<FoundMessage[]> {
  await limitStatements(ctx.tx, timeout);
  const query = { personId: currentActor(ctx).id, text, limit: searchResults };
  const matches = await searchMessages(ctx.tx, query).catch((error: unknown) => {
    throw isTimeout(error) ? messagesError("search_too_slow") : error;
  });
  const cards = await personCards(
    ctx,
    matches.map(({ otherId }) => otherId),
  );
  const messages = await presentMessages(
    ctx,
    matches.map(({ message }) => message),
  );
  return messages.map((message, at) => ({ person: requireCard(cards, matches[at]?.otherId ?? 0), message }));
}

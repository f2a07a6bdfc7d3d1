import type { ReadContext } from "#core/server/context.ts";
import type { Reader } from "#modules/notifications/rules/kinds/kind.ts";
import { personCards, personTimeZone } from "#modules/people/server/public/people.ts";

/** The user as a reader of their notifications. */
export async function findReader(ctx: ReadContext, personId: number): Promise<Reader> {
  const { role = "NORMAL", name = "" } = (await personCards(ctx, [personId])).get(personId) ?? {};
  return { role, name, timeZone: await personTimeZone(ctx, personId) };
}

import type { ReadContext } from "#core/server/context.ts";
import { cardsOf, timeZoneOf } from "#modules/people/server/actions.ts";

import type { Reader } from "../rules/kinds/kind.ts";

/** The user as a reader of their notifications. */
export async function readerOf(ctx: ReadContext, personId: number): Promise<Reader> {
  const { role = "NORMAL", name = "" } = (await cardsOf(ctx, [personId])).get(personId) ?? {};
  return { role, name, timeZone: await timeZoneOf(ctx, personId) };
}

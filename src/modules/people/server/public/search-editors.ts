import type { ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";

import { searchPeople } from "../search/search-people.ts";

/** At most 20 editors, found as people are; the newest for an empty query. */
export async function searchEditors(ctx: ReadContext, query: string): Promise<PersonCard[]> {
  return searchPeople(ctx, query, "editors");
}

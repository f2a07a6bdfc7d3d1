import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { peopleEndpoints } from "../contract.ts";
import { chooseRole } from "./choose-role.ts";
import { searchPeople } from "./search/search-people.ts";
import { setTimeZone } from "./time-zone.ts";

export function peopleHandlers(): Handlers<typeof peopleEndpoints> {
  return {
    searchUser: ({ query, read }) => read((ctx) => searchPeople(ctx, query.query)),
    chooseRole: ({ body, run }) => run((ctx) => chooseRole(ctx, body.role)),
    setTimeZone: async ({ body, run }) => {
      await run((ctx) => setTimeZone(ctx, body.timeZone));
      return null;
    },
  };
}

import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { peopleEndpoints } from "#modules/people/contract/people.ts";

import { listBlockedUsers, setBlocked } from "../public/blocks.ts";
import { searchPeople } from "../search/search-people.ts";
import { chooseRole } from "./choose-role.ts";
import { setTimeZone } from "./time-zone.ts";

export function peopleHandlers(): Handlers<typeof peopleEndpoints> {
  return {
    searchUser: ({ query, read }) => read((ctx) => searchPeople(ctx, query.query)),
    chooseRole: ({ body, run }) => run((ctx) => chooseRole(ctx, body.role)),
    setTimeZone: async ({ body, run }) => {
      await run((ctx) => setTimeZone(ctx, body.timeZone));
      return null;
    },
    blockedUsers: ({ query, read }) => read((ctx) => listBlockedUsers(ctx, query)),
    blockUser: async ({ params, body, run }) => {
      await run((ctx) => setBlocked(ctx, params.id, body.blocked));
      return null;
    },
  };
}

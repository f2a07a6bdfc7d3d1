import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/people/contract.ts";

import { membersOfTeam, removeMember, teamsOf } from "./actions.ts";

/** Ends the memberships of a deleted account, and those in its team. */
export function teamEventHandlers(): EventHandler[] {
  return [
    on(accountDeleted, async (ctx, { personId }) => {
      const ended = [...(await membersOfTeam(ctx, personId)), ...(await teamsOf(ctx, personId))];
      for (const member of ended) await removeMember(ctx, member);
    }),
  ];
}

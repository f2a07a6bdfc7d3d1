import { on, type EventHandler } from "#core/server/context.ts";
import { accountDeleted, personBlocked } from "#modules/people/contract/people.ts";
import { invitationAccepted, invitationRevoked } from "#modules/sign-in/contract/invitations.ts";

import { teamChanged } from "../realtime-messages.ts";
import { joinInvited, revokeBetween } from "./invitations/invitations.ts";
import { findInvitee } from "./members/queries.ts";
import { membersOfTeam, removeMember, listPersonTeams } from "./public/team.ts";

/**
 * Adds the people who accept invitations. Ends the memberships of a deleted account and those in its team, and the membership
 * between users of whom one blocks the other.
 */
export function teamEventHandlers(): EventHandler[] {
  return [
    on(invitationAccepted, (ctx, { invitationId, personId }) => joinInvited(ctx, invitationId, personId)),
    on(invitationRevoked, async (ctx, { invitationId }) => {
      const invited = await findInvitee(ctx.tx, invitationId);
      if (invited) ctx.notifyClients([invited.personId], teamChanged, { creatorId: invited.creatorId });
    }),
    on(personBlocked, async (ctx, { blockerId, blockedId }) => {
      await revokeBetween(ctx, blockerId, blockedId);
      await removeMember(ctx, { creatorId: blockerId, personId: blockedId });
      await removeMember(ctx, { creatorId: blockedId, personId: blockerId });
    }),
    on(accountDeleted, async (ctx, { personId }) => {
      const ended = [...(await membersOfTeam(ctx, personId)), ...(await listPersonTeams(ctx, personId))];
      for (const member of ended) await removeMember(ctx, member);
    }),
  ];
}

import type { Handlers } from "#core/server/bind-endpoints.ts";
import { currentActor } from "#core/server/context.ts";
import { answerInvitation } from "#modules/sign-in/server/public/sign-in.ts";
import type { teamEndpoints } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { inviteMember } from "../invitations/invitations.ts";
import { changeMember, endMembership } from "./members.ts";
import { presentInvitation, presentMember, presentTeam, presentTeams } from "./present.ts";

export function teamHandlers(): Handlers<typeof teamEndpoints> {
  return {
    team: ({ read }) => read(presentTeam),
    inviteMember: ({ body, run }) =>
      run(async (ctx) => presentInvitation(ctx, await inviteMember(ctx, body))),
    changeMember: ({ params, body, run }) =>
      run(async (ctx) => presentMember(ctx, await changeMember(ctx, params.personId, body))),
    removeMember: async ({ params, run }) => {
      await run((ctx) => endMembership(ctx, { creatorId: currentActor(ctx).id, personId: params.personId }));
      return null;
    },
    teams: ({ read }) => read(presentTeams),
    acceptTeamInvitation: async ({ params, run }) => {
      await run((ctx) => answerInvitation(ctx, { ...params, accept: true }));
      return null;
    },
    declineTeamInvitation: async ({ params, run }) => {
      await run(async (ctx) => {
        const actorId = currentActor(ctx).id;
        const creatorId = await answerInvitation(ctx, { ...params, accept: false });
        ctx.notifyClients([actorId], teamChanged, { creatorId });
      });
      return null;
    },
    leaveTeam: async ({ params, run }) => {
      await run((ctx) => endMembership(ctx, { creatorId: params.personId, personId: currentActor(ctx).id }));
      return null;
    },
  };
}

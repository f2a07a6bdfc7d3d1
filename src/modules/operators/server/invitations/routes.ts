import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { operatorInvitationEndpoints } from "#modules/operators/contract/invitations.ts";

import { allInvitations, inviteUser, revokeAnyInvitation } from "./actions.ts";

export function operatorInvitationHandlers(): Handlers<typeof operatorInvitationEndpoints> {
  return {
    administeredInvitations: ({ query, read }) => read((ctx) => allInvitations(ctx, query)),
    inviteUser: async ({ body, run }) => {
      await run((ctx) => inviteUser(ctx, body));
      return null;
    },
    revokeAnyInvitation: async ({ params, run }) => {
      await run((ctx) => revokeAnyInvitation(ctx, params.invitationId));
      return null;
    },
  };
}

import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import { currentActor } from "#core/server/context.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import type { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { invitationLimits } from "#modules/sign-in/rules/invitations.ts";

import { refuseIfLimited } from "../rate-limits/refuse.ts";
import { acceptInvitation } from "./accept.ts";
import { invite, revokeInvitation } from "./invite.ts";
import { listPersonInvitations, openInvitation, presentInvitation } from "./present.ts";

export function invitationHandlers(): Handlers<typeof invitationEndpoints> {
  return {
    invite: ({ body, run }) =>
      run(async (ctx) => {
        const inviterId = currentActor(ctx).id;
        const preset = { invitee: body, role: "EDITOR", purpose: "account" } as const;
        return presentInvitation(ctx, await invite(ctx, { inviterId, ...preset }));
      }),
    invitations: ({ query, read }) => read((ctx) => listPersonInvitations(ctx, currentActor(ctx).id, query)),
    revokeInvitation: ({ params, run }) =>
      run(async (ctx) => {
        const inviterId = currentActor(ctx).id;
        return presentInvitation(ctx, await revokeInvitation(ctx, { ...params, inviterId }));
      }),
    openInvitation: async ({ body, run, read, request }) => {
      const key = `invitation:address:${addressNetwork(request.ip)}`;
      refuseIfLimited(
        await run((ctx) => countAttempts(ctx, [{ key, limit: invitationLimits.openByAddress }])),
      );
      return read((ctx) => openInvitation(ctx, body.token));
    },
    acceptInvitation: async ({ body, run }) => ({
      path: await run((ctx) => acceptInvitation(ctx, body.token)),
    }),
  };
}

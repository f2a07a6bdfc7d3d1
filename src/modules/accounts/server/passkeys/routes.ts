import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { passkeyEndpoints } from "#modules/accounts/contract/passkeys.ts";
import { accountLimits } from "#modules/accounts/rules.ts";

import { setSessionCookie } from "../sign-in/cookie.ts";
import { clearTicket, giveTicket, ticketOf } from "../sign-in/tickets.ts";
import { listPasskeys, removePasskey } from "./keep.ts";
import { beginRegistration, register, registrationTicket } from "./register.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { beginSignIn, signInByPasskey, signInTicket } from "./sign-in.ts";

/** `endConnections` is told of each session that has ended, so that its realtime connections end too. */
export function passkeyHandlers(parts: {
  appUrl: string;
  endConnections: (sessionId: string) => void;
}): Handlers<typeof passkeyEndpoints> {
  const { appUrl, endConnections } = parts;
  const party = relyingPartyOf(appUrl);
  const secure = appUrl.startsWith("https:");
  return {
    beginRegistration: async ({ run, reply }) => {
      const { options, ticket } = await run((ctx) => beginRegistration(ctx, party));
      giveTicket(reply, registrationTicket, ticket, secure);
      return options;
    },
    register: async ({ body, run, request, reply }) => {
      clearTicket(reply, registrationTicket, secure);
      const ticket = ticketOf(request, registrationTicket);
      return register(run, body, { ticket, userAgent: request.headers["user-agent"] ?? "" }, party);
    },
    listPasskeys: ({ read }) => read(listPasskeys),
    removePasskey: async ({ params, run }) => {
      await run((ctx) => removePasskey(ctx, params.id));
      return null;
    },
    beginSignIn: async ({ run, request, reply }) => {
      const from = { address: request.ip, limits: accountLimits };
      const { options, ticket } = await beginSignIn(run, from, party);
      giveTicket(reply, signInTicket, ticket, secure);
      return options;
    },
    signIn: async ({ body, actor, run, request, reply }) => {
      clearTicket(reply, signInTicket, secure);
      const { token, user } = await signInByPasskey(
        run,
        body,
        {
          address: request.ip,
          device: request.headers["user-agent"] ?? "",
          ticket: ticketOf(request, signInTicket),
        },
        party,
      );
      if (actor) endConnections(actor.sessionId);
      setSessionCookie(reply, token, secure);
      return user;
    },
  };
}

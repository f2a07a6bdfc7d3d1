import type { FastifyReply, FastifyRequest } from "fastify";

import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { googleError, type googleEndpoints } from "#modules/accounts/contract/google.ts";
import { accountLimits, type AccountLimits } from "#modules/accounts/rules.ts";

import { chooseRole } from "../sign-in/choose-role.ts";
import { setSessionCookie } from "../sign-in/cookie.ts";
import { checkAuth, openSession, type OpenedSession } from "../sign-in/sessions.ts";
import { clearTicket, giveTicket, ticketOf } from "../sign-in/tickets.ts";
import { connectOwn, disconnectGoogle, ownGoogle } from "./connecting.ts";
import { beginConsent, consentTicket, type GoogleParts, proveIdentity, redeemConsent } from "./consent.ts";
import { arrive, linkTicket } from "./enter.ts";
import { linkByPassword } from "./link.ts";

/** `endConnections` is told of the session that a new one replaces in this browser. */
export function googleHandlers(
  parts: GoogleParts & {
    secureCookies: boolean;
    endConnections: (sessionId: string) => void;
    limits?: AccountLimits;
  },
): Handlers<typeof googleEndpoints> {
  const { secureCookies, endConnections, limits = accountLimits } = parts;
  const originOf = (request: FastifyRequest) => ({
    address: request.ip,
    device: request.headers["user-agent"] ?? "",
    limits,
  });
  const letIn = (request: FastifyRequest, reply: FastifyReply, { token, user }: OpenedSession) => {
    if (request.actor) endConnections(request.actor.sessionId);
    setSessionCookie(reply, token, secureCookies);
    return user;
  };
  return {
    consentWindow: async ({ query, actor, run, request, reply }) => {
      if (query.connect && !actor) throw commonError("unauthenticated");
      const connectTo = query.connect && actor ? actor.id : null;
      const { url, ticket } = await beginConsent(parts, run, connectTo, originOf(request));
      giveTicket(reply, consentTicket, ticket, secureCookies);
      return { url };
    },
    loginRegister: async ({ query, run, request, reply }) => {
      const { code, state, role = "NORMAL" } = query;
      const ticket = ticketOf(request, consentTicket);
      const consent = await run((ctx) => redeemConsent(ctx, { ticket, state }));
      clearTicket(reply, consentTicket, secureCookies);
      const identity = await proveIdentity(parts, consent, code);
      const { connectTo } = consent;
      if (connectTo !== null) {
        return run(async (ctx) => {
          await connectOwn(ctx, connectTo, identity);
          return checkAuth(ctx);
        });
      }
      const arrival = await run(async (ctx) => {
        const arrived = await arrive(ctx, identity, role);
        return "ticket" in arrived ? arrived : openSession(ctx, arrived.person, originOf(request).device);
      });
      if (!("ticket" in arrival)) return letIn(request, reply, arrival);
      giveTicket(reply, linkTicket, arrival.ticket, secureCookies);
      throw googleError("password_needed");
    },
    linkGoogle: async ({ body, run, request, reply }) => {
      const proof = { password: body.password, ticket: ticketOf(request, linkTicket) };
      const session = await linkByPassword(run, proof, originOf(request));
      clearTicket(reply, linkTicket, secureCookies);
      return letIn(request, reply, session);
    },
    google: ({ read }) => read(ownGoogle),
    disconnectGoogle: async ({ run }) => {
      await run(disconnectGoogle);
      return null;
    },
    chooseRole: ({ body, run }) => run((ctx) => chooseRole(ctx, body.role)),
  };
}

import type { FastifyReply, FastifyRequest } from "fastify";

import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { googleError, type googleEndpoints } from "#modules/sign-in/contract/google.ts";
import { signInLimits, type SignInLimits } from "#modules/sign-in/rules.ts";

import { clearFlowCookie, setFlowCookie, flowTokenOf } from "../flows/flows.ts";
import { originOf } from "../request-origin.ts";
import { setSessionCookie } from "../sessions/cookie.ts";
import { checkAuth, openSession, type OpenedSession } from "../sessions/sessions.ts";
import {
  beginAuthorization,
  googleFlow,
  type GoogleDependencies,
  fetchIdentity,
  completeAuthorization,
} from "./authorization.ts";
import { connectActor, disconnectGoogle, googleAccountOfActor } from "./connect.ts";
import { linkByPassword } from "./link-by-password.ts";
import { resolvePerson, linkFlow } from "./resolve-person.ts";

/** `endConnections` is told of the session that a new one replaces in this browser. */
export function googleHandlers(
  parts: GoogleDependencies & {
    secureCookies: boolean;
    endConnections: (sessionId: string) => void;
    limits?: SignInLimits;
  },
): Handlers<typeof googleEndpoints> {
  const { secureCookies, endConnections, limits = signInLimits } = parts;
  const letIn = (request: FastifyRequest, reply: FastifyReply, { token, user }: OpenedSession) => {
    if (request.actor) endConnections(request.actor.sessionId);
    setSessionCookie(reply, token, secureCookies);
    return user;
  };
  return {
    consentWindow: async ({ query, actor, run, request, reply }) => {
      if (query.connect && !actor) throw commonError("unauthenticated");
      const connectTo = query.connect && actor ? actor.id : null;
      const { url, ticket } = await beginAuthorization(parts, run, connectTo, {
        address: request.ip,
        limits,
      });
      setFlowCookie(reply, googleFlow, ticket, secureCookies);
      return { url };
    },
    loginRegister: async ({ query, run, request, reply }) => {
      const { code, state, role = "NORMAL" } = query;
      const ticket = flowTokenOf(request, googleFlow);
      const consent = await run((ctx) => completeAuthorization(ctx, { ticket, state }));
      clearFlowCookie(reply, googleFlow, secureCookies);
      const identity = await fetchIdentity(parts, consent, code);
      const { connectTo } = consent;
      if (connectTo !== null) {
        return run(async (ctx) => {
          await connectActor(ctx, connectTo, identity);
          return checkAuth(ctx);
        });
      }
      const arrival = await run(async (ctx) => {
        const arrived = await resolvePerson(ctx, identity, role);
        return "ticket" in arrived ? arrived : openSession(ctx, arrived.person, originOf(request).device);
      });
      if (!("ticket" in arrival)) return letIn(request, reply, arrival);
      setFlowCookie(reply, linkFlow, arrival.ticket, secureCookies);
      throw googleError("password_needed");
    },
    linkGoogle: async ({ body, run, request, reply }) => {
      const proof = { password: body.password, ticket: flowTokenOf(request, linkFlow) };
      const session = await linkByPassword(run, proof, { ...originOf(request), limits });
      clearFlowCookie(reply, linkFlow, secureCookies);
      return letIn(request, reply, session);
    },
    google: ({ read }) => read(googleAccountOfActor),
    disconnectGoogle: async ({ run }) => {
      await run(disconnectGoogle);
      return null;
    },
  };
}

import type { FastifyReply, FastifyRequest } from "fastify";

import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { networkOf } from "#core/server/client-address.ts";
import { googleError, type googleEndpoints } from "#modules/sign-in/contract/google.ts";
import { signInLimits } from "#modules/sign-in/rules.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { clearFlowCookie, setFlowCookie, flowTokenOf } from "../flows/flows.ts";
import { originOf } from "../request-origin.ts";
import { setLoginCookies } from "../sessions/cookie.ts";
import { checkAuth, startSession, type NewSession } from "../sessions/sessions.ts";
import { beginAuthorization, googleFlow, fetchIdentity, completeAuthorization } from "./authorization.ts";
import { connectActor, disconnectGoogle, googleAccountOfActor } from "./connect.ts";
import { linkByPassword } from "./link-by-password.ts";
import { resolvePerson, linkFlow } from "./resolve-person.ts";

export function googleHandlers(
  dependencies: Pick<SignInDependencies, "identity" | "appUrl" | "secureCookies" | "endConnections">,
): Handlers<typeof googleEndpoints> {
  const { secureCookies, endConnections } = dependencies;
  const enter = (request: FastifyRequest, reply: FastifyReply, session: NewSession) => {
    if (request.actor) endConnections(request.actor.sessionId);
    setLoginCookies(reply, session, secureCookies);
    return session.user;
  };
  return {
    consentWindow: async ({ query, actor, run, request, reply }) => {
      if (query.connect && !actor) throw commonError("unauthenticated");
      const connectTo = query.connect && actor ? actor.id : null;
      const { url, token } = await beginAuthorization(dependencies, run, connectTo, {
        address: networkOf(request.ip),
        limits: signInLimits,
      });
      setFlowCookie(reply, googleFlow, token, secureCookies);
      return { url };
    },
    loginRegister: async ({ query, run, request, reply }) => {
      const { code, state, role = "NORMAL" } = query;
      const token = flowTokenOf(request, googleFlow);
      const authorization = await run((ctx) => completeAuthorization(ctx, { token, state }));
      clearFlowCookie(reply, googleFlow, secureCookies);
      const identity = await fetchIdentity(dependencies, authorization, code);
      const { connectTo } = authorization;
      const origin = originOf(request);
      if (connectTo !== null) {
        return run(async (ctx) => {
          await connectActor(ctx, connectTo, identity, origin.address);
          return checkAuth(ctx);
        });
      }
      const outcome = await run(async (ctx) => {
        const resolution = await resolvePerson(ctx, identity, { role, address: origin.address });
        return "linkToken" in resolution ? resolution : startSession(ctx, resolution.person, origin);
      });
      if (!("linkToken" in outcome)) return enter(request, reply, outcome);
      setFlowCookie(reply, linkFlow, outcome.linkToken, secureCookies);
      throw googleError("password_needed");
    },
    linkGoogle: async ({ body, run, request, reply }) => {
      const proof = { password: body.password, token: flowTokenOf(request, linkFlow) };
      const session = await linkByPassword(run, proof, { ...originOf(request), limits: signInLimits });
      clearFlowCookie(reply, linkFlow, secureCookies);
      return enter(request, reply, session);
    },
    google: ({ read }) => read(googleAccountOfActor),
    disconnectGoogle: async ({ run, request }) => {
      await run((ctx) => disconnectGoogle(ctx, networkOf(request.ip)));
      return null;
    },
  };
}

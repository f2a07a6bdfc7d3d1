import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import { type identityEndpoints, identityError } from "#modules/sign-in/contract/identities.ts";
import { signInLimits } from "#modules/sign-in/rules/sign-in.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { clearFlowCookie, setFlowCookie, readFlowToken } from "../flows/flows.ts";
import { enterSession } from "../sessions/enter-session.ts";
import { requestOrigin } from "../sessions/request-origin.ts";
import { checkAuth, startSession } from "../sessions/sessions.ts";
import { requirePasswordLogin } from "../sign-up/require-password-login.ts";
import {
  authorizationFlow,
  beginAuthorization,
  completeAuthorization,
  fetchIdentity,
  findProvider,
} from "./authorization.ts";
import { connectActor, disconnectIdentity, identitiesOfActor } from "./connect.ts";
import { linkByPassword } from "./link-by-password.ts";
import { type Login, resolvePerson, linkFlow } from "./resolve-person.ts";

export function identityHandlers(
  dependencies: Pick<SignInDependencies, "identity" | "appUrl" | "secureCookies" | "endConnections">,
): Handlers<typeof identityEndpoints> {
  const { secureCookies, identity: providers } = dependencies;
  return {
    consentWindow: async ({ query, actor, run, request, reply }) => {
      const { provider, connect, invitation } = query;
      if (connect && !actor) throw commonError("unauthenticated");
      const connectTo = connect && actor ? actor.id : null;
      const intent = { provider, connectTo, invitation };
      const from = { address: addressNetwork(request.ip), limits: signInLimits };
      const { url, token } = await beginAuthorization(dependencies, run, intent, from);
      setFlowCookie(reply, authorizationFlow, token, secureCookies);
      return { url };
    },
    loginRegister: async ({ query, run, request, reply }) => {
      const { code, state, iss: issuer, role = "NORMAL" } = query;
      const token = readFlowToken(request, authorizationFlow);
      const authorization = await run((ctx) => completeAuthorization(ctx, { token, state }));
      clearFlowCookie(reply, authorizationFlow, secureCookies);
      const identity = await fetchIdentity(dependencies, authorization, { code, issuer });
      const { provider: key, connectTo, invitation } = authorization;
      const provider = findProvider(dependencies, key);
      const origin = requestOrigin(request);
      const { address } = origin;
      if (connectTo !== null) {
        return run(async (ctx) => {
          await connectActor(ctx, provider, connectTo, { ...identity, address });
          return checkAuth(ctx);
        });
      }
      const login: Login = { provider, key, identity, role, invitation, address };
      const outcome = await run(async (ctx) => {
        const resolution = await resolvePerson(ctx, login);
        return "linkToken" in resolution ? resolution : startSession(ctx, resolution.person, origin);
      });
      if (!("linkToken" in outcome)) return enterSession(dependencies, request, reply, outcome);
      setFlowCookie(reply, linkFlow, outcome.linkToken, secureCookies);
      throw identityError("password_needed", provider.name);
    },
    linkIdentity: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      const proof = { password: body.password, token: readFlowToken(request, linkFlow) };
      const origin = { ...requestOrigin(request), limits: signInLimits, identity: providers };
      const session = await linkByPassword(run, proof, origin);
      clearFlowCookie(reply, linkFlow, secureCookies);
      return enterSession(dependencies, request, reply, session);
    },
    identities: ({ read }) => read((ctx) => identitiesOfActor(ctx, providers)),
    disconnectIdentity: async ({ params, run, request }) => {
      const { provider } = params;
      await run((ctx) =>
        disconnectIdentity(ctx, providers, { provider, address: addressNetwork(request.ip) }),
      );
      return null;
    },
  };
}

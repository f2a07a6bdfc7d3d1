import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";
import { signInLimits } from "#modules/sign-in/rules.ts";

import { clearFlowCookie, setFlowCookie, flowTokenOf } from "../flows/flows.ts";
import { setSessionCookie } from "../sessions/cookie.ts";
import { beginSignIn, signInByPasskey, passkeyLoginFlow } from "./log-in.ts";
import { listPasskeys, removePasskey } from "./passkey-list.ts";
import { beginRegistration, register, registrationFlow } from "./register.ts";
import { relyingPartyOf } from "./relying-party.ts";

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
      setFlowCookie(reply, registrationFlow, ticket, secure);
      return options;
    },
    register: async ({ body, run, request, reply }) => {
      clearFlowCookie(reply, registrationFlow, secure);
      const ticket = flowTokenOf(request, registrationFlow);
      return register(run, body, { ticket, userAgent: request.headers["user-agent"] ?? "" }, party);
    },
    listPasskeys: ({ read }) => read(listPasskeys),
    removePasskey: async ({ params, run }) => {
      await run((ctx) => removePasskey(ctx, params.id));
      return null;
    },
    beginSignIn: async ({ run, request, reply }) => {
      const from = { address: request.ip, limits: signInLimits };
      const { options, ticket } = await beginSignIn(run, from, party);
      setFlowCookie(reply, passkeyLoginFlow, ticket, secure);
      return options;
    },
    signIn: async ({ body, actor, run, request, reply }) => {
      clearFlowCookie(reply, passkeyLoginFlow, secure);
      const { token, user } = await signInByPasskey(
        run,
        body,
        {
          address: request.ip,
          device: request.headers["user-agent"] ?? "",
          ticket: flowTokenOf(request, passkeyLoginFlow),
        },
        party,
      );
      if (actor) endConnections(actor.sessionId);
      setSessionCookie(reply, token, secure);
      return user;
    },
  };
}

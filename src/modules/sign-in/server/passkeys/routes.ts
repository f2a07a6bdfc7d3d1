import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import type { passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";
import { signInLimits } from "#modules/sign-in/rules/sign-in.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { clearFlowCookie, setFlowCookie, readFlowToken } from "../flows/flows.ts";
import { enterSession } from "../sessions/enter-session.ts";
import { requestOrigin } from "../sessions/request-origin.ts";
import { requirePasswordLogin } from "../sign-up/require-password-login.ts";
import { beginPasskeyLogin, logInWithPasskey, passkeyLoginFlow } from "./log-in.ts";
import { listPasskeys, removePasskey } from "./passkey-list.ts";
import { beginRegistration, register, registrationFlow } from "./register.ts";
import { readRelyingParty } from "./relying-party.ts";
import { beginSignUp, passkeySignUpFlow, signUpWithPasskey } from "./sign-up.ts";

export function passkeyHandlers(
  dependencies: Pick<SignInDependencies, "appUrl" | "secureCookies" | "endConnections">,
): Handlers<typeof passkeyEndpoints> {
  const { appUrl, secureCookies } = dependencies;
  const party = readRelyingParty(appUrl);
  return {
    beginRegistration: async ({ run, reply }) => {
      await run(requirePasswordLogin);
      const { options, token } = await run((ctx) => beginRegistration(ctx, party));
      setFlowCookie(reply, registrationFlow, token, secureCookies);
      return options;
    },
    register: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      clearFlowCookie(reply, registrationFlow, secureCookies);
      const token = readFlowToken(request, registrationFlow);
      const { address, device } = requestOrigin(request);
      return register(run, body, { token, userAgent: device, address }, party);
    },
    listPasskeys: ({ read }) => read(listPasskeys),
    removePasskey: async ({ params, run }) => {
      await run((ctx) => removePasskey(ctx, params.id));
      return null;
    },
    beginSignUp: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      const { options, token } = await beginSignUp(run, body, addressNetwork(request.ip), party);
      setFlowCookie(reply, passkeySignUpFlow, token, secureCookies);
      return options;
    },
    signUp: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      clearFlowCookie(reply, passkeySignUpFlow, secureCookies);
      const token = readFlowToken(request, passkeySignUpFlow);
      const session = await signUpWithPasskey(run, body, { ...requestOrigin(request), token }, party);
      return enterSession(dependencies, request, reply, session);
    },
    beginSignIn: async ({ run, request, reply }) => {
      await run(requirePasswordLogin);
      const from = { address: addressNetwork(request.ip), limits: signInLimits };
      const { options, token } = await beginPasskeyLogin(run, from, party);
      setFlowCookie(reply, passkeyLoginFlow, token, secureCookies);
      return options;
    },
    signIn: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      clearFlowCookie(reply, passkeyLoginFlow, secureCookies);
      const session = await logInWithPasskey(
        run,
        body,
        { ...requestOrigin(request), token: readFlowToken(request, passkeyLoginFlow) },
        party,
      );
      return enterSession(dependencies, request, reply, session);
    },
  };
}

import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import type { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { codeLimits } from "#modules/sign-in/rules/one-time-code.ts";
import { signInLimits } from "#modules/sign-in/rules/sign-in.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { clearFlowCookie, readFlowToken, setFlowCookie } from "../flows/flows.ts";
import { requestCode } from "../one-time-codes/request-code.ts";
import { setKnownBrowserCookie, setSessionCookie } from "../sessions/cookie.ts";
import { enterSession } from "../sessions/enter-session.ts";
import { requestOrigin } from "../sessions/request-origin.ts";
import { requirePasswordLogin } from "../sign-up/require-password-login.ts";
import { changePassword, readCredentials } from "./change-password.ts";
import { logIn } from "./log-in.ts";
import { resetFlow, resetPassword, verifyResetCode } from "./reset-password.ts";
import { signUp } from "./sign-up.ts";

export function passwordHandlers(
  dependencies: Pick<SignInDependencies, "secureCookies" | "endConnections">,
): Handlers<typeof passwordEndpoints> {
  const { secureCookies, endConnections } = dependencies;
  return {
    login: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      const session = await logIn(run, body, { ...requestOrigin(request), limits: signInLimits });
      return enterSession(dependencies, request, reply, session);
    },
    signup: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      const session = await signUp(run, body, { ...requestOrigin(request), limits: signInLimits });
      return enterSession(dependencies, request, reply, session);
    },
    credentials: ({ read }) => read(readCredentials),
    changePassword: async ({ body, actor, run, request, reply }) => {
      if (!actor) throw commonError("unauthenticated");
      await run(requirePasswordLogin);
      const { token, ended } = await changePassword(run, actor, body, {
        ...requestOrigin(request),
        limits: signInLimits,
      });
      for (const sessionId of ended) endConnections(sessionId);
      setSessionCookie(reply, token, secureCookies);
      return null;
    },
    generateOtp: async ({ body, run, request }) => {
      await run(requirePasswordLogin);
      const codeRequest = { purpose: "reset_password", email: body.email } as const;
      await requestCode(run, codeRequest, { ...requestOrigin(request), limits: codeLimits });
      return null;
    },
    verifyOtp: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      const token = await verifyResetCode(run, body, {
        address: addressNetwork(request.ip),
        limits: codeLimits,
      });
      setFlowCookie(reply, resetFlow, token, secureCookies);
      return null;
    },
    resetPassword: async ({ body, run, request, reply }) => {
      await run(requirePasswordLogin);
      const { browserToken } = requestOrigin(request);
      const reset = await resetPassword(run, body, {
        token: readFlowToken(request, resetFlow),
        browserToken,
      });
      for (const sessionId of reset.ended) endConnections(sessionId);
      setKnownBrowserCookie(reply, reset.browserToken, secureCookies);
      clearFlowCookie(reply, resetFlow, secureCookies);
      return null;
    },
  };
}

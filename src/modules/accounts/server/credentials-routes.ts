import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { credentialsEndpoints } from "../contract/credentials.ts";
import { accountLimits } from "../rules.ts";
import { codeLimits } from "../rules/one-time-code.ts";
import { changePassword } from "./sign-in/change-password.ts";
import { confirmEmail, credentialsOf, sendEmailCode } from "./sign-in/confirm-email.ts";
import { setSessionCookie } from "./sign-in/cookie.ts";

/**
 * `secureCookies` where the app is reached by https; `endConnections` is told of each session that has ended, so that
 * its realtime connections end too.
 */
export function credentialsHandlers(parts: {
  secureCookies: boolean;
  sendsMail: boolean;
  endConnections: (sessionId: string) => void;
}): Handlers<typeof credentialsEndpoints> {
  const { secureCookies, sendsMail, endConnections } = parts;
  return {
    credentials: ({ read }) => read(credentialsOf),
    changePassword: async ({ body, actor, run, reply }) => {
      if (!actor) throw commonError("unauthenticated");
      const { token, ended } = await changePassword(run, actor, body, accountLimits);
      for (const sessionId of ended) endConnections(sessionId);
      setSessionCookie(reply, token, secureCookies);
      return null;
    },
    sendEmailCode: async ({ run, request }) => {
      await sendEmailCode(run, { address: request.ip, limits: codeLimits, sendsMail });
      return null;
    },
    confirmEmail: async ({ body, run, request }) => {
      await confirmEmail(run, body.otp, { address: request.ip, limits: codeLimits });
      return null;
    },
  };
}

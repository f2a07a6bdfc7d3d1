import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { forgottenPasswordEndpoints } from "../contract/forgotten-password.ts";
import { codeLimits, type CodeLimits } from "../rules/one-time-code.ts";
import { askForCode } from "./codes/ask.ts";
import { resetPassword, resetTicket, verifyResetCode } from "./sign-in/reset-password.ts";
import { clearTicket, giveTicket, ticketOf } from "./sign-in/tickets.ts";

/**
 * `secureCookies` where the app is reached by https; `endConnections` is told of each session that has ended, so that
 * its realtime connections end too.
 */
export function forgottenPasswordHandlers(parts: {
  secureCookies: boolean;
  sendsMail: boolean;
  endConnections: (sessionId: string) => void;
  limits?: CodeLimits;
}): Handlers<typeof forgottenPasswordEndpoints> {
  const { secureCookies, sendsMail, endConnections, limits = codeLimits } = parts;
  return {
    generateOtp: async ({ body, run, request }) => {
      const asked = { purpose: "reset_password", email: body.email } as const;
      await askForCode(run, asked, { address: request.ip, limits, sendsMail });
      return null;
    },
    verifyOtp: async ({ body, run, request, reply }) => {
      const token = await verifyResetCode(run, body, { address: request.ip, limits });
      giveTicket(reply, resetTicket, token, secureCookies);
      return null;
    },
    resetPassword: async ({ body, run, request, reply }) => {
      const ended = await resetPassword(run, body, ticketOf(request, resetTicket));
      for (const sessionId of ended) endConnections(sessionId);
      clearTicket(reply, resetTicket, secureCookies);
      return null;
    },
  };
}

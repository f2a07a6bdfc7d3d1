import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import type { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { codeLimits } from "#modules/sign-in/rules/one-time-code.ts";

import { confirmEmail, sendEmailCode } from "./confirm-email.ts";

export function emailCodeHandlers(): Handlers<typeof emailCodeEndpoints> {
  return {
    sendEmailCode: async ({ run, request }) => {
      await sendEmailCode(run, { address: addressNetwork(request.ip), limits: codeLimits });
      return null;
    },
    confirmEmail: async ({ body, run, request }) => {
      await confirmEmail(run, body.otp, { address: addressNetwork(request.ip), limits: codeLimits });
      return null;
    },
  };
}

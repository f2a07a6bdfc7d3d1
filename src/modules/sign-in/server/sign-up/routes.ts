import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import type { signUpEndpoints } from "#modules/sign-in/contract/sign-up.ts";

import { requestSignUpLink } from "./request-link.ts";

export function signUpHandlers(): Handlers<typeof signUpEndpoints> {
  return {
    requestSignUpLink: async ({ body, run, request }) => {
      await requestSignUpLink(run, body.email, addressNetwork(request.ip));
      return null;
    },
  };
}

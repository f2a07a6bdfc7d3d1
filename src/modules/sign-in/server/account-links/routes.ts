import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { accountLinkEndpoints } from "#modules/sign-in/contract/account-links.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { setFlowCookie } from "../flows/flows.ts";
import { resetFlow } from "../passwords/reset-password.ts";
import { enterSession } from "../sessions/enter-session.ts";
import { requestOrigin } from "../sessions/request-origin.ts";
import { openAccountLink } from "./links.ts";

export function accountLinkHandlers(
  dependencies: Pick<SignInDependencies, "secureCookies" | "endConnections">,
): Handlers<typeof accountLinkEndpoints> {
  return {
    openAccountLink: async ({ body, run, request, reply }) => {
      const opened = await run((ctx) => openAccountLink(ctx, body.token, requestOrigin(request)));
      if (opened.kind === "reset_password") {
        setFlowCookie(reply, resetFlow, opened.token, dependencies.secureCookies);
        return { kind: opened.kind, email: opened.email };
      }
      return { kind: opened.kind, user: enterSession(dependencies, request, reply, opened.session) };
    },
  };
}

import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { accountLinkEndpoints } from "#modules/sign-in/contract/account-links.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { setFlowCookie } from "../flows/flows.ts";
import { resetFlow } from "../passwords/reset-password.ts";
import { originOf } from "../request-origin.ts";
import { setLoginCookies } from "../sessions/cookie.ts";
import { openAccountLink } from "./links.ts";

export function accountLinkHandlers(
  dependencies: Pick<SignInDependencies, "secureCookies" | "endConnections">,
): Handlers<typeof accountLinkEndpoints> {
  const { secureCookies, endConnections } = dependencies;
  return {
    openAccountLink: async ({ actor, body, run, request, reply }) => {
      const opened = await run((ctx) => openAccountLink(ctx, body.token, originOf(request)));
      if (opened.kind === "reset_password") {
        setFlowCookie(reply, resetFlow, opened.token, secureCookies);
        return { kind: opened.kind, email: opened.email };
      }
      if (actor) endConnections(actor.sessionId);
      setLoginCookies(reply, opened.session, secureCookies);
      return { kind: opened.kind, user: opened.session.user };
    },
  };
}

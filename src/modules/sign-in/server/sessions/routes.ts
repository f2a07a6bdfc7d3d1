import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { clearSessionCookie, readSessionToken, setLoginCookies } from "./cookie.ts";
import { rememberBrowser } from "./known-browser.ts";
import { requestOrigin } from "./request-origin.ts";
import { endOtherSessions, endSession, presentSessions } from "./session-list.ts";
import { checkAuth, logOut } from "./sessions.ts";

export function sessionHandlers({
  secureCookies,
  endConnections,
}: Pick<SignInDependencies, "secureCookies" | "endConnections">): Handlers<typeof sessionEndpoints> {
  return {
    checkAuth: async ({ read, request, reply }) => {
      const { user, browserToken } = await read(async (ctx) => {
        const checked = await checkAuth(ctx);
        return {
          user: checked,
          browserToken: rememberBrowser(ctx, requestOrigin(request).browserToken, checked.id),
        };
      });
      const token = readSessionToken(request);
      if (token) setLoginCookies(reply, { token, browserToken }, secureCookies);
      return user;
    },
    logout: async ({ actor, run, reply }) => {
      await run(logOut);
      if (actor) endConnections(actor.sessionId);
      clearSessionCookie(reply, secureCookies);
      return null;
    },
    sessions: ({ read }) => read(presentSessions),
    endSession: async ({ params, run }) => {
      await run((ctx) => endSession(ctx, params.id));
      endConnections(params.id);
      return null;
    },
    endOtherSessions: async ({ run }) => {
      for (const sessionId of await run(endOtherSessions)) endConnections(sessionId);
      return null;
    },
  };
}

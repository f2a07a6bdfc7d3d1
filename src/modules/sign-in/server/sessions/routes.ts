import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { clearSessionCookie, sessionTokenOf, setSessionCookie } from "./cookie.ts";
import { endOtherSessions, endSession, sessionsOf } from "./session-list.ts";
import { checkAuth, logOut } from "./sessions.ts";

/** `secureCookies` where the app is served over https; `endConnections` receives each session that ended. */
export function sessionHandlers(dependencies: {
  secureCookies: boolean;
  endConnections: (sessionId: string) => void;
}): Handlers<typeof sessionEndpoints> {
  const { secureCookies, endConnections } = dependencies;
  return {
    checkAuth: async ({ read, request, reply }) => {
      const user = await read(checkAuth);
      const token = sessionTokenOf(request);
      if (token) setSessionCookie(reply, token, secureCookies);
      return user;
    },
    logout: async ({ actor, run, reply }) => {
      await run(logOut);
      if (actor) endConnections(actor.sessionId);
      clearSessionCookie(reply, secureCookies);
      return null;
    },
    sessions: ({ read }) => read(sessionsOf),
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

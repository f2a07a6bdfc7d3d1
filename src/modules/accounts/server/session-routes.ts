import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { sessionsEndpoints } from "../contract/sessions.ts";
import { endOtherSessions, endSession, sessionsOf } from "./sign-in/session-list.ts";

/** `endConnections` is told of each session that has ended, so that its realtime connections end too. */
export function sessionsHandlers(parts: {
  endConnections: (sessionId: string) => void;
}): Handlers<typeof sessionsEndpoints> {
  return {
    sessions: ({ read }) => read(sessionsOf),
    endSession: async ({ params, run }) => {
      await run((ctx) => endSession(ctx, params.id));
      parts.endConnections(params.id);
      return null;
    },
    endOtherSessions: async ({ run }) => {
      for (const sessionId of await run(endOtherSessions)) parts.endConnections(sessionId);
      return null;
    },
  };
}

import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";

/** One browser that is signed in as the reader. */
const session = z.object({
  id: z.uuid(),
  /** Browser and operating system: "Firefox on Linux". */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The session that asks. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const sessionsEndpoints = {
  sessions: endpoint({
    method: "GET",
    path: "/user/sessions",
    permission: signedIn,
    summary: "Where the reader is signed in, the session that asks first, then by last use",
    response: z.array(session),
    message: "Here is where you are signed in.",
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/user/session/:id",
    permission: signedIn,
    summary: "End one of the reader's sessions and its realtime connections",
    params: z.object({ id: z.uuid() }),
    response: z.null(),
    message: "That browser is signed out.",
  }),
  endOtherSessions: endpoint({
    method: "POST",
    path: "/user/end-other-sessions",
    permission: signedIn,
    summary: "End all of the reader's sessions but the one that asks",
    response: z.null(),
    message: "All other browsers are signed out.",
  }),
};

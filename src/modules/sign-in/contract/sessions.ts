import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { signedIn } from "#core/permission.ts";

import { signedInUser } from "./sign-in.ts";

/** Reasons for which sessions end before they expire, other than a logout. */
export const sessionEnds = ["ended_by_operator", "ended_by_other_device", "password_changed"] as const;
export type SessionEnd = (typeof sessionEnds)[number];

export const sessionError = defineErrors({
  ended_by_operator: {
    status: 401,
    message: "An operator of this server ended your session. Log in to continue.",
  },
  ended_by_other_device: {
    status: 401,
    message: "This session was ended from another device. Log in to continue.",
  },
  password_changed: {
    status: 401,
    message: "Your password was changed. Log in with the new one. If you didn't change it, reset it.",
  },
  // In the past tense: browsers show it until the next login, which may follow a restoration.
  suspended: {
    status: 401,
    message:
      "Your account was suspended, so you were logged out. Ask the operators of this server to restore it.",
  },
} satisfies Record<SessionEnd | "suspended", object>);

/** A browser the user is logged in with. */
const session = z.object({
  id: z.uuid(),
  /** Browser and operating system: "Firefox on Linux". */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** True for the session of this request. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const sessionEndpoints = {
  checkAuth: endpoint({
    method: "GET",
    path: "/user/check-auth",
    permission: signedIn,
    summary: "The logged-in user with a new socket token",
    response: signedInUser,
    message: "You are signed in.",
  }),
  logout: endpoint({
    method: "POST",
    path: "/user/logout",
    permission: signedIn,
    summary: "End this session",
    response: z.null(),
    message: "You are logged out.",
  }),
  sessions: endpoint({
    method: "GET",
    path: "/user/sessions",
    permission: signedIn,
    summary: "The user's sessions: the current one first, then by last use",
    response: z.array(session),
    message: "Your sessions.",
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/user/session/:id",
    permission: signedIn,
    summary: "End one of the user's sessions and its realtime connections",
    params: z.object({ id: z.uuid() }),
    response: z.null(),
    message: "Session ended.",
  }),
  endOtherSessions: endpoint({
    method: "POST",
    path: "/user/end-other-sessions",
    permission: signedIn,
    summary: "End all of the user's sessions except the current one",
    response: z.null(),
    message: "All other sessions ended.",
  }),
};

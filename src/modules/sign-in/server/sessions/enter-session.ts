import type { FastifyReply, FastifyRequest } from "fastify";

import type { SignedInUser } from "#modules/sign-in/contract/sign-in.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { setLoginCookies } from "./cookie.ts";
import type { NewSession } from "./sessions.ts";

/** Sets the cookies of a new session, ends the connections of the session that it replaces, and returns the user. */
export function enterSession(
  { secureCookies, endConnections }: Pick<SignInDependencies, "secureCookies" | "endConnections">,
  { actor }: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
): SignedInUser {
  if (actor) endConnections(actor.sessionId);
  setLoginCookies(reply, session, secureCookies);
  return session.user;
}

import type { FastifyRequest } from "fastify";

import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { accountsEndpoints } from "../contract.ts";
import { accountLimits, type AccountLimits } from "../rules.ts";
import { searchPeople } from "./search-people.ts";
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from "./sign-in/cookie.ts";
import { logIn } from "./sign-in/log-in.ts";
import { checkAuth, logOut } from "./sign-in/sessions.ts";
import { signUp } from "./sign-in/sign-up.ts";

/**
 * `secureCookies` where the app is reached by https; `endConnections` is told of each session that has ended, so that
 * its realtime connections end too.
 */
export function accountsHandlers(parts: {
  secureCookies: boolean;
  endConnections: (sessionId: string) => void;
  limits?: AccountLimits;
}): Handlers<typeof accountsEndpoints> {
  const { secureCookies, endConnections, limits = accountLimits } = parts;
  const originOf = (request: FastifyRequest) => ({
    address: request.ip,
    device: request.headers["user-agent"] ?? "",
    limits,
  });
  return {
    login: async ({ body, actor, run, request, reply }) => {
      const { token, user } = await logIn(run, body, originOf(request));
      if (actor) endConnections(actor.sessionId);
      setSessionCookie(reply, token, secureCookies);
      return user;
    },
    signup: async ({ body, actor, run, request, reply }) => {
      const { token, user } = await signUp(run, body, originOf(request));
      if (actor) endConnections(actor.sessionId);
      setSessionCookie(reply, token, secureCookies);
      return user;
    },
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
    searchUser: ({ query, read }) => read((ctx) => searchPeople(ctx, query.query)),
  };
}

import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

import {
  knownBrowserCookie,
  knownBrowserLength,
  sessionCookie,
  sessionLength,
} from "#modules/sign-in/rules/sign-in.ts";

import type { NewSession } from "./sessions.ts";

const attributes = { httpOnly: true, sameSite: "lax", path: "/" } as const satisfies CookieSerializeOptions;

/** The session token in the cookies of a request, or undefined. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie];
}

/** Sets the session cookie or extends its expiry. */
export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(sessionCookie, token, { ...attributes, secure, maxAge: sessionLength / 1000 });
}

/** Sets the cookie by which a browser is known after the session has ended, or extends its expiry. */
export function setKnownBrowserCookie(reply: FastifyReply, token: string, secure: boolean): void {
  const maxAge = knownBrowserLength / 1000;
  reply.setCookie(knownBrowserCookie, token, { ...attributes, path: "/api/v1", secure, maxAge });
}

/** Sets the cookies of a new session. */
export function setLoginCookies(
  reply: FastifyReply,
  { token, browserToken }: Pick<NewSession, "token" | "browserToken">,
  secure: boolean,
): void {
  setSessionCookie(reply, token, secure);
  setKnownBrowserCookie(reply, browserToken, secure);
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(sessionCookie, { ...attributes, secure });
}

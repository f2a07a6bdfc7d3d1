import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

import { sessionCookie, sessionLength } from "#modules/accounts/rules.ts";

const attributes = { httpOnly: true, sameSite: "lax", path: "/" } as const satisfies CookieSerializeOptions;

/** The session token that a request carries, or undefined. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie];
}

/** Gives the browser its session, or moves the cookie's end on. */
export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(sessionCookie, token, { ...attributes, secure, maxAge: sessionLength / 1000 });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(sessionCookie, { ...attributes, secure });
}

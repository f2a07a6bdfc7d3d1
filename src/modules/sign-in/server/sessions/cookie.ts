import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

import { sessionCookie, sessionLength } from "#modules/sign-in/rules.ts";

const attributes = { httpOnly: true, sameSite: "lax", path: "/" } as const satisfies CookieSerializeOptions;

/** The session token in the cookies of a request, or undefined. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie];
}

/** Sets the session cookie or extends its expiry. */
export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(sessionCookie, token, { ...attributes, secure, maxAge: sessionLength / 1000 });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(sessionCookie, { ...attributes, secure });
}

import type { FastifyRequest } from "fastify";

import { addressNetwork } from "#core/server/client-address.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import { knownBrowserCookie } from "#modules/sign-in/rules/sign-in.ts";

/** Runs a function of a context in its own transaction, as the caller of an endpoint. */
export type RunAct = <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;

/** Runs a function that only reads, as the caller of an endpoint. */
export type ReadAct = <T>(act: (ctx: ReadContext) => Promise<T>) => Promise<T>;

/** The origin of a login request: address and browser. */
export interface Origin {
  /** Network of the IP address, for rate limits. */
  address: string;
  /** The `User-Agent` header, for the list of sessions. */
  device: string;
  /** The known browser's cookie. */
  browserToken?: string | undefined;
}

export function requestOrigin(request: FastifyRequest): Origin {
  return {
    address: addressNetwork(request.ip),
    device: request.headers["user-agent"] ?? "",
    browserToken: request.cookies[knownBrowserCookie],
  };
}

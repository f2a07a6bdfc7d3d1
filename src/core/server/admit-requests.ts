import type { IncomingMessage } from "node:http";

import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import type { Endpoint } from "../endpoint.ts";
import { commonError } from "../error.ts";
import type { GuestRight } from "../permission.ts";
import { clientAddress, addressNetwork } from "./client-address.ts";
import type { Actor, Guest } from "./context.ts";
import type { RequestKind, RequestShare, RequestShares } from "./request-shares.ts";

export interface AdmissionParts {
  identify: (request: FastifyRequest) => Promise<Actor | null>;
  /** Throws why the session of a request ended, if that is stored. */
  rejectEndedSession: (request: FastifyRequest) => Promise<void>;
  /** The guest of a review link who sent a request, while the link can be used. */
  identifyGuest: (request: FastifyRequest, linkId: string) => Promise<Guest | null>;
  shares: RequestShares;
}

/** Identifies the sender of every request and waits for its turn; 429 if the sender has too many open requests. */
export function admitRequests(app: FastifyInstance, admission: AdmissionParts): void {
  app.addHook("onRequest", async (request, reply) => {
    const { endpoint, kind = endpoint ? "call" : "page" } = request.routeOptions.config;
    if (endpoint && isForGuests(endpoint)) {
      const { linkId } = linkParameter.parse(request.params);
      request.guest = await admission.identifyGuest(request, linkId);
    } else if (kind === "call" || kind === "upload" || kind === "media") {
      request.actor = await admission.identify(request);
    }
    const share = admission.shares.begin(requestOwner(request), kind);
    request.share = share;
    // Unlike `onResponse`, this also happens when the client leaves before its response.
    reply.raw.once("close", share.end);
    if (!(await share.turn)) throw commonError("too_many_requests", { retryAfterSeconds: 2 });
    if (endpoint && !request.actor && isForUsers(endpoint)) await admission.rejectEndedSession(request);
  });
}

const linkParameter = z.object({ linkId: z.string() });

function isForGuests(endpoint: Endpoint): endpoint is Endpoint & { permission: { guest: GuestRight } } {
  return endpoint.permission !== "anyone" && "guest" in endpoint.permission;
}

/** Whether an endpoint answers requests without a session with 401. */
function isForUsers({ permission }: Endpoint): boolean {
  return permission !== "anyone" && !("guest" in permission) && !("operator" in permission);
}

/** Those who share the server: users, guest links, and the networks of others. */
function requestOwner({ actor, guest, ip }: FastifyRequest): string {
  if (actor) return `person:${actor.id}`;
  return guest ? `guest-link:${guest.linkId}` : networkOwner(ip);
}

/** Returns the share of the handshake of a realtime connection, whose sender is not known yet. */
export function admitHandshakes(
  shares: RequestShares,
  trustedProxies: number,
): (request: IncomingMessage) => RequestShare {
  return (request) => shares.begin(networkOwner(clientAddress(request, trustedProxies)), "socket");
}

function networkOwner(address: string): string {
  return `network:${addressNetwork(address)}`;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Only of endpoints, uploads and media. */
    actor: Actor | null;
    /** Only at endpoints for guests. */
    guest: Guest | null;
    share: RequestShare | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** By default `call` for endpoints and `page` for other routes. */
    kind?: RequestKind;
  }
}

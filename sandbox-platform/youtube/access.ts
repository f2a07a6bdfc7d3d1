import type { FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";

import { type AppError, isFor } from "../control/failures.ts";
import { findChannel, type Channel } from "../identity/people.ts";
import { youtubeScopes } from "../identity/scopes.ts";
import type { Sandbox } from "../sandbox.ts";
import { ApiError } from "./errors.ts";
import type { Bucket, Quota } from "./quota.ts";

const { all, forceSsl, upload, readonly, statistics } = youtubeScopes;

/** The scopes of each kind of call, one of which is required. */
export const scopesFor = {
  upload: [all, forceSsl, upload],
  read: [all, forceSsl, readonly],
  change: [all, forceSsl],
  captions: [forceSsl],
  statistics: [statistics],
} as const;

export interface Call {
  scopes: readonly string[];
  cost: { bucket: Bucket; units: number } | undefined;
  /** The name of this kind of call in failure rules. */
  place: Extract<AppError, { kind: "server_errors" }>["on"];
}

export const calls = {
  startUpload: { scopes: scopesFor.upload, cost: { bucket: "videos.insert", units: 1 }, place: "start" },
  sendBytes: { scopes: scopesFor.upload, cost: undefined, place: "bytes" },
  queryStatus: { scopes: scopesFor.upload, cost: undefined, place: "status" },
  setThumbnail: { scopes: scopesFor.upload, cost: { bucket: "units", units: 50 }, place: "thumbnail" },
  read: { scopes: scopesFor.read, cost: { bucket: "units", units: 1 }, place: "api" },
  change: { scopes: scopesFor.change, cost: { bucket: "units", units: 50 }, place: "api" },
  listCaptions: { scopes: scopesFor.captions, cost: { bucket: "units", units: 50 }, place: "api" },
  insertCaption: { scopes: scopesFor.captions, cost: { bucket: "units", units: 400 }, place: "caption" },
  addToPlaylist: {
    scopes: scopesFor.change,
    cost: { bucket: "units", units: 50 },
    place: "playlist_item",
  },
  counts: { scopes: scopesFor.read, cost: { bucket: "videos.batchGetStats", units: 1 }, place: "counts" },
  reports: { scopes: scopesFor.statistics, cost: { bucket: "reports", units: 1 }, place: "reports" },
  delete: { scopes: scopesFor.change, cost: { bucket: "units", units: 50 }, place: "delete" },
} as const satisfies Record<string, Call>;

/** The caller of an authorized request and its channel. */
export interface Caller {
  accountId: string;
  clientId: string;
  channel: Channel;
}

export function retryHeaders(retryAfter: number | string | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
}

const unauthorized = () =>
  new ApiError(401, "authError", "The access token is missing, has expired or was revoked.", {
    location: "Authorization",
    locationType: "header",
    headers: { "www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  });

export type Access = ReturnType<typeof createAccess>;

/** Checks calls of the Data API: scripted failures first, then token, scope, quota and channel. */
export function createAccess(sandbox: Sandbox, provider: Provider, quota: Quota) {
  const { consents, failures } = sandbox;

  function failAsOrdered(place: Call["place"], channelId: string | undefined): void {
    const isAddition = place === "caption" || place === "playlist_item";
    const fits = ({ on }: { on: Call["place"] }) =>
      on === "any" || on === place || (on === "api" && isAddition);
    const outage = failures.take("server_errors", (rule) => fits(rule) && isFor(rule, channelId));
    if (outage) {
      throw new ApiError(outage.status, "backendError", "The service is temporarily unavailable.", {
        headers: retryHeaders(outage.retryAfter),
      });
    }
    const refusal = failures.take("error", fits);
    if (refusal) {
      const { status, reason, domain, retryAfter } = refusal;
      throw new ApiError(status, reason, "The sandbox was told to refuse this request.", {
        domain,
        headers: retryHeaders(retryAfter),
      });
    }
    const limited = failures.take("rate_limited");
    if (limited) {
      throw new ApiError(429, "rateLimitExceeded", "Too many requests in a short time.", {
        domain: "usageLimits",
        headers: retryHeaders(limited.retryAfter),
      });
    }
  }

  async function findToken(request: FastifyRequest) {
    const [scheme, value] = (request.headers.authorization ?? "").split(" ");
    return scheme?.toLowerCase() === "bearer" ? provider.AccessToken.find(value ?? "") : undefined;
  }

  type Token = Awaited<ReturnType<typeof findToken>>;

  const tokenChannel = (token: Token) => findChannel(consents.find(token?.grantId ?? "")?.channelId ?? "");

  async function checkToken(token: Token) {
    if (!token?.clientId) throw unauthorized();
    if (failures.take("expired_token")) {
      await token.destroy();
      throw unauthorized();
    }
    if (failures.take("revoked_consent")) {
      consents.revoke(token.accountId, token.clientId);
      throw unauthorized();
    }
    return { token, clientId: token.clientId };
  }

  /** @throws ApiError when the call is not allowed */
  return async function admit(request: FastifyRequest, call: Call): Promise<Caller> {
    const sent = await findToken(request);
    const channel = tokenChannel(sent);
    failAsOrdered(call.place, channel?.id);
    const { token, clientId } = await checkToken(sent);
    const granted = token.scope?.split(" ") ?? [];
    if (!call.scopes.some((scope) => granted.includes(scope))) {
      throw new ApiError(403, "insufficientPermissions", "The token lacks a scope that this method needs.");
    }
    if (call.cost) {
      const admitted = quota.charge(clientId, call.cost.bucket, call.cost.units);
      if (!admitted || failures.take("quota_exceeded")) {
        throw new ApiError(403, "quotaExceeded", "The daily quota of this project is exceeded.", {
          domain: "youtube.quota",
        });
      }
    }
    if (!channel) {
      throw new ApiError(401, "youtubeSignupRequired", "This account has no YouTube channel.", {
        domain: "youtube.header",
        location: "Authorization",
        locationType: "header",
      });
    }
    return { accountId: token.accountId, clientId, channel };
  };
}

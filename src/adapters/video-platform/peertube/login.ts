import { z } from "zod";

import { request, requestJson } from "../api-client.ts";
import type { Tokens } from "../connection.ts";
import { parseJson, type PlatformResponse, send } from "../http.ts";
import { platformError } from "../platform-error.ts";
import { type AddressRules, typedOrigin } from "../typed-address.ts";
import { apiUrl, type InstanceClient } from "./instance-client.ts";

/** Settings of calls to an instance besides tokens; stored encrypted. */
export const instanceSettings = z.object({
  origin: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  /** The video channel that is published on. */
  channelId: z.number().int(),
});
export type InstanceSettings = z.output<typeof instanceSettings>;

const clientSchema = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });
const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

export interface InstanceLogin {
  clientId: string;
  clientSecret: string;
}

const maxRedirects = 3;

/**
 * Finds the instance at an address and asks for its login client. A redirect to another origin, as from `http` or to
 * `www`, is followed if its address is allowed too. Throws `not_peertube` if there is no instance.
 */
export async function findInstance(
  address: string,
  { clientFor, rules }: { clientFor: (origin: string) => InstanceClient; rules: AddressRules },
): Promise<{ client: InstanceClient; login: InstanceLogin }> {
  let origin = typedOrigin(address, rules, "PeerTube");
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const client = clientFor(origin);
    const url = apiUrl(client, "oauth-clients/local");
    const response = await send(client, { operation: "exchangeCode", url });
    const location = redirectTarget(response, url);
    if (location !== null) {
      origin = typedOrigin(location.origin, rules, "PeerTube");
      continue;
    }
    if (response.status >= 500 || response.status === 429) throw client.toError("exchangeCode", response);
    const parsed = clientSchema.safeParse(parseJson(response.body));
    if (response.status !== 200 || !parsed.success) break;
    return { client, login: { clientId: parsed.data.client_id, clientSecret: parsed.data.client_secret } };
  }
  throw platformError("not_peertube", "PeerTube");
}

function redirectTarget({ status, headers }: PlatformResponse, base: URL): URL | null {
  const { location } = headers;
  if (status < 300 || status >= 400 || typeof location !== "string") return null;
  return URL.parse(location, base.href);
}

/** The fields with which a user connects a channel. */
export const instanceLogin = z.object({
  address: z.string(),
  username: z.string(),
  password: z.string(),
  /** The code of the second factor. */
  otp: z.string().optional(),
});
type Credentials = Omit<z.output<typeof instanceLogin>, "address">;

/** Exchanges name and password for tokens; neither is stored. Throws `login_refused` and `second_factor_needed`. */
export async function logIn(
  client: InstanceClient,
  login: InstanceLogin,
  { username, password, otp }: Credentials,
): Promise<Tokens> {
  const response = await requestToken(client, login, {
    fields: { grant_type: "password", response_type: "code", username, password },
    headers: otp ? { "x-peertube-otp": otp } : {},
  });
  if (hasReason(response, "invalid_grant")) throw platformError("login_refused", client.addresses.name);
  return readTokens(client, "exchangeCode", response);
}

/** New tokens; the old refresh token ends with this call. `reconnect_needed` is final. */
export async function refreshTokens(
  client: InstanceClient,
  login: InstanceLogin,
  refreshToken: string,
): Promise<Tokens> {
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
  const response = await requestToken(client, login, { fields });
  // A reinstalled instance has another client, whose login is needed.
  const ended =
    response.status === 401 || ["invalid_grant", "invalid_client"].some((code) => hasReason(response, code));
  if (ended) throw platformError("reconnect_needed", client.addresses.name);
  return readTokens(client, "refresh", response);
}

/** Ends the connection of the client's access token. */
export async function revokeAccess(client: InstanceClient): Promise<void> {
  const url = apiUrl(client, "users/revoke-token");
  await request(client, { operation: "revoke", method: "POST", url }, 200, 401);
}

const accountSchema = z.object({
  videoChannels: z
    .array(z.object({ id: z.number().int(), name: z.string(), displayName: z.string() }))
    .default([]),
});
type InstanceChannel = z.output<typeof accountSchema>["videoChannels"][number];

/** The video channels of the account. */
export async function readChannels(client: InstanceClient): Promise<InstanceChannel[]> {
  const url = apiUrl(client, "users/me");
  return (await requestJson(client, { operation: "channel", url }, accountSchema)).videoChannels;
}

async function requestToken(
  client: InstanceClient,
  { clientId, clientSecret }: InstanceLogin,
  { fields, headers }: { fields: Record<string, string>; headers?: Record<string, string> },
): Promise<PlatformResponse> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  return send(client, {
    operation: "refresh",
    method: "POST",
    url: apiUrl(client, "users/token"),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: body.toString(),
  });
}

function hasReason({ body }: PlatformResponse, reason: string): boolean {
  return z.object({ code: z.literal(reason) }).safeParse(parseJson(body)).success;
}

function readTokens(
  client: InstanceClient,
  operation: "exchangeCode" | "refresh",
  response: PlatformResponse,
): Tokens {
  if (response.status !== 200) throw client.toError(operation, response);
  const parsed = tokenSchema.safeParse(parseJson(response.body));
  if (!parsed.success) throw platformError("unavailable", client.addresses.name);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = parsed.data;
  return { accessToken, refreshToken, expiresAt: new Date(Date.now() + seconds * 1000), scopes: [] };
}

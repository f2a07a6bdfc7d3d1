import { z } from "zod";

import { readJson, request } from "../api-client.ts";
import { type Tokens, unchangedTokens } from "../connection.ts";
import { requestUrl } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { ClientCredentials, ConsentScreen } from "../platform.ts";
import { apiRequest, type VimeoClient } from "./client.ts";

/** The scopes of publishing (developer.vimeo.com/api/authentication#supported-scopes); users can deny each of them. */
export const publishingScopes: readonly string[] = ["public", "private", "upload", "edit", "delete"];

const tokenSchema = z.object({ access_token: z.string().min(1), scope: z.string() });
const verifiedSchema = z.object({ scope: z.string() });

/**
 * Vimeo's OAuth (developer.vimeo.com/api/authentication): the authorization code grant, without PKCE. Access tokens don't
 * expire and there are no refresh tokens: the access token is stored as both.
 */
export function createAuthorization(client: VimeoClient, { clientId, clientSecret }: ClientCredentials) {
  const { addresses } = client;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const tokens = (token: string, scope: string): Tokens => {
    const scopes = scope.split(" ").filter(Boolean);
    return { ...unchangedTokens(token), scopes };
  };
  const consent: ConsentScreen = {
    scopes: publishingScopes,
    createPkce: async () => ({ codeVerifier: "", codeChallenge: "" }),
    authorizationUrl: ({ redirectUri, state, otherScopes = [] }) =>
      requestUrl(addresses.authorization, "", {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...publishingScopes, ...otherScopes].join(" "),
        state,
      }).href,
    exchangeCode: async ({ code, redirectUri }) => {
      const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
      const exchange = apiRequest(client, "oauth/access_token", {
        operation: "exchangeCode",
        method: "POST",
        headers: { authorization: basic, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(grant).toString(),
      });
      const response = await request(client, exchange, 200, 400, 401);
      if (response.status === 400) throw platformError("authorization_expired", addresses.name);
      if (response.status === 401) throw platformError("client_settings", addresses.name);
      const { access_token: token, scope: granted } = readJson(client, exchange, response, tokenSchema);
      const issued = tokens(token, granted);
      const missing = publishingScopes.filter((scope) => !issued.scopes.includes(scope));
      if (missing.length > 0) {
        throw platformError("scope_missing", addresses.name, { detail: missing.join(", ") });
      }
      return issued;
    },
  };
  return {
    consent,
    /** The same token, if it is still valid. A revoked one is refused with 401. */
    refresh: async (token: string): Promise<Tokens> => {
      const verify = apiRequest(client, "oauth/verify", { operation: "refresh" });
      const response = await request({ ...client, access: token }, verify, 200, 401);
      if (response.status === 401) throw platformError("reconnect_needed", addresses.name);
      return tokens(token, readJson(client, verify, response, verifiedSchema).scope);
    },
    revoke: async (token: string): Promise<void> => {
      const end = apiRequest(client, "tokens", { operation: "revoke", method: "DELETE" });
      await request({ ...client, access: token }, end, 204, 401);
    },
  };
}

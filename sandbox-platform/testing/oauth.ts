import { createHash, randomBytes } from "node:crypto";

import { z } from "zod";

import { people, type Person } from "../identity/people.ts";
import { youtubeScopes } from "../identity/scopes.ts";
import { createBrowser, type Answer, type Browser } from "./browser.ts";
import { clientId, clientSecret, redirectUri } from "./sandbox.ts";

export const uploadScopes = [youtubeScopes.upload, youtubeScopes.forceSsl];

export function personNamed(givenName: string): Person {
  const person = people.find((each) => each.givenName === givenName);
  if (!person) throw new Error(`The sandbox has no account named ${givenName}.`);
  return person;
}

export interface AuthorizationRequest {
  /** The parameters of the request; `scope` and the client are filled in. */
  params?: Record<string, string>;
  scopes?: readonly string[];
}

export function authorizationUrl(
  origin: string,
  { params, scopes = uploadScopes }: AuthorizationRequest,
): string {
  const url = new URL("/o/oauth2/v2/auth", origin);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopes.join(" "),
    state: "a-state",
    ...params,
  }).toString();
  return url.href;
}

interface ConsentRequest extends AuthorizationRequest {
  person?: Person;
  channel?: number;
  /** The scopes whose boxes stay checked; all by default. */
  checkedScopes?: readonly string[];
  browser?: Browser;
}

/** Passes account, channel and consent, and returns the redirect to the application. */
export async function passConsent(origin: string, request: ConsentRequest): Promise<Answer> {
  const { person = personNamed("Mira"), channel = 0, browser = createBrowser(origin) } = request;
  const checkedScopes = request.checkedScopes ?? request.scopes ?? uploadScopes;
  const chooser = await browser.open(authorizationUrl(origin, request));
  const next = await browser.submit(`${chooser.url}/account`, [["account", person.id]]);
  if (next.location !== undefined) return next;
  const channelId = person.channels[channel]?.id;
  const fields = checkedScopes.map((scope): [string, string] => ["scope", scope]);
  if (channelId !== undefined) fields.push(["channel", channelId]);
  return browser.submit(`${next.url}/consent`, fields);
}

export function authorizationCode(answer: Answer): string {
  const code = new URL(answer.location ?? "about:blank").searchParams.get("code");
  if (code === null)
    throw new Error(`No code was returned: ${answer.status} ${answer.location ?? answer.text}`);
  return code;
}

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  scope: z.string(),
  expires_in: z.number(),
  token_type: z.string(),
});

export type Tokens = z.infer<typeof tokensSchema>;

/** Posts to the token endpoint and returns the response, whatever its status. */
export async function postToken(origin: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  const response = await fetch(`${origin}/token`, { method: "POST", body });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

export async function exchangeCode(origin: string, code: string, more: Record<string, string> = {}) {
  const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...more };
  return tokensSchema.parse((await postToken(origin, fields)).body);
}

export async function refresh(origin: string, refreshToken: string): Promise<Tokens> {
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
  return tokensSchema.parse((await postToken(origin, fields)).body);
}

/** Completes an authorization with offline access and returns the tokens. */
export async function connect(origin: string, request: ConsentRequest = {}): Promise<Tokens> {
  const params = { access_type: "offline", prompt: "consent", ...request.params };
  return exchangeCode(origin, authorizationCode(await passConsent(origin, { ...request, params })));
}

export function createPkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

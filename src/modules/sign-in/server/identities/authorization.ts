import { z } from "zod";

import type { Identity, IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { oauthPath } from "#core/paths.ts";
import type { Context } from "#core/server/context.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { minute } from "#core/time.ts";
import { identityError, providerKey, type ProviderKey } from "#modules/sign-in/contract/identities.ts";
import { normalizeEmail } from "#modules/sign-in/rules/email-address.ts";
import type { SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { completeFlow, defineFlow, startFlow } from "../flows/flows.ts";
import { refuseIfLimited } from "../rate-limits/refuse.ts";
import type { Origin, RunAct } from "../sessions/request-origin.ts";

export type IdentityDependencies = Pick<SignInDependencies, "identity" | "appUrl">;

/** The flow from the redirect to the provider until the callback. */
export const authorizationFlow = defineFlow({
  purpose: "google_consent",
  data: z.object({
    provider: providerKey,
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    /** The person to connect the provider to, if any. */
    connectTo: z.number().nullable(),
    /** The token of an invitation, if any. */
    invitation: z.string().optional(),
  }),
  lifetime: 10 * minute,
});
type Authorization = z.output<typeof authorizationFlow.data>;

/** The provider. Fails with `provider_unknown` if the server doesn't offer it. */
export function findProvider({ identity }: Pick<IdentityDependencies, "identity">, key: ProviderKey) {
  const provider = identity[key];
  if (!provider) throw identityError("provider_unknown", "");
  return provider;
}

/** Starts an authorization. Returns the URL at the provider and the flow token for this browser. */
export async function beginAuthorization(
  dependencies: IdentityDependencies,
  run: RunAct,
  asked: Pick<Authorization, "provider" | "connectTo" | "invitation">,
  { address, limits }: Pick<Origin, "address"> & { limits: SignInLimits },
): Promise<{ url: string; token: string }> {
  const provider = findProvider(dependencies, asked.provider);
  const counted = { key: `google:address:${address}`, limit: limits.identityByAddress };
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [counted])));
  const { url, ...proof } = await presentable(provider, () => provider.begin(redirectUri(dependencies)));
  const token = await run((ctx) => startFlow(ctx, authorizationFlow, { ...asked, ...proof }));
  return { url, token };
}

const redirectUri = ({ appUrl }: IdentityDependencies) => `${appUrl}${oauthPath}`;

/**
 * The authorization that this browser started with this state. Fails with `sign_in_expired`; if only the state is
 * wrong, the authorization can still be completed.
 */
export async function completeAuthorization(
  ctx: Context,
  callback: { token: string | undefined; state: string | undefined },
): Promise<Authorization> {
  const authorization = await completeFlow(ctx, authorizationFlow, callback.token);
  if (!authorization || authorization.state !== callback.state) throw identityError("sign_in_expired", "");
  return authorization;
}

/** Fetches the identity for an authorization code, with its email in the spelling of accounts. Fails with `provider_refused` and `provider_unreachable`. */
export async function fetchIdentity(
  dependencies: IdentityDependencies,
  { provider: key, nonce, codeVerifier }: Authorization,
  { code, issuer }: { code: string; issuer: string | undefined },
): Promise<Identity> {
  const provider = findProvider(dependencies, key);
  const returned = { code, issuer, nonce, codeVerifier, redirectUri: redirectUri(dependencies) };
  const identity = await presentable(provider, () => provider.finish(returned));
  return { ...identity, email: normalizeEmail(identity.email) ?? identity.email };
}

/** Turns errors of the adapter into those of the contract. */
async function presentable<T>({ name }: IdentityProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const { kind, message } = error;
    throw identityError(kind === "retry" ? "provider_unreachable" : "provider_refused", name, message);
  }
}

import { z } from "zod";

import type { Identity } from "#adapters/identity-provider/identity-provider.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { oauthPath } from "#core/paths.ts";
import type { Context } from "#core/server/context.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { minute } from "#core/time.ts";
import { googleError } from "#modules/sign-in/contract/google.ts";
import type { SignInLimits } from "#modules/sign-in/rules.ts";
import { normalizeEmail } from "#modules/sign-in/rules/email-address.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { completeFlow, defineFlow, startFlow } from "../flows/flows.ts";
import { refuseIfLimited } from "../rate-limits/refuse.ts";
import type { Origin, RunAct } from "../request-origin.ts";

type Dependencies = Pick<SignInDependencies, "identity" | "appUrl">;

/** The flow from the redirect to Google until the callback. `connectTo` is the person to connect Google to, if any. */
export const googleFlow = defineFlow({
  purpose: "google_consent",
  data: z.object({
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    connectTo: z.number().nullable(),
  }),
  lifetime: 10 * minute,
});
type Authorization = z.output<typeof googleFlow.data>;

const redirectUri = ({ appUrl }: Dependencies) => `${appUrl}${oauthPath}`;

/** Starts an authorization. Returns the URL at Google and the flow token for this browser. */
export async function beginAuthorization(
  dependencies: Dependencies,
  run: RunAct,
  connectTo: number | null,
  { address, limits }: Pick<Origin, "address"> & { limits: SignInLimits },
): Promise<{ url: string; token: string }> {
  const counted = { key: `google:address:${address}`, limit: limits.googleByAddress };
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [counted])));
  const { url, ...proof } = await dependencies.identity.begin(redirectUri(dependencies));
  const token = await run((ctx) => startFlow(ctx, googleFlow, { ...proof, connectTo }));
  return { url, token };
}

/**
 * The authorization that this browser started with this state. Fails with `sign_in_expired`; if only the state is
 * wrong, the authorization can still be completed.
 */
export async function completeAuthorization(
  ctx: Context,
  callback: { token: string | undefined; state: string | undefined },
): Promise<Authorization> {
  const authorization = await completeFlow(ctx, googleFlow, callback.token);
  if (!authorization || authorization.state !== callback.state) throw googleError("sign_in_expired");
  return authorization;
}

/** Fetches the Google identity for an authorization code, with its email in the spelling of accounts. Fails with `google_refused` and `google_unreachable`. */
export async function fetchIdentity(
  dependencies: Dependencies,
  { nonce, codeVerifier }: Authorization,
  code: string,
): Promise<Identity> {
  try {
    const identity = await dependencies.identity.finish({
      code,
      nonce,
      codeVerifier,
      redirectUri: redirectUri(dependencies),
    });
    return { ...identity, email: normalizeEmail(identity.email) ?? identity.email };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const { kind, message } = error;
    throw googleError(kind === "retry" ? "google_unreachable" : "google_refused", { message });
  }
}

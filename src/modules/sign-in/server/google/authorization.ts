import { z } from "zod";

import type { Identity, IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { minute } from "#core/time.ts";
import { googleError } from "#modules/sign-in/contract/google.ts";
import type { SignInLimits } from "#modules/sign-in/rules.ts";

import { startFlow, completeFlow, defineFlow } from "../flows/flows.ts";
import { countAttempts, refuseIfLimited } from "../rate-limits/rate-limits.ts";
import type { Origin, RunAct } from "../request-origin.ts";

/** What the sign-in needs of the outside. */
export interface GoogleDependencies {
  identity: IdentityProvider;
  appUrl: string;
}

/** What the browser carries to Google and back; `connectTo` is the person whose account Google will be connected to. */
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
type Consent = z.output<typeof googleFlow.data>;

const redirectUri = ({ appUrl }: GoogleDependencies) => `${appUrl}/oauth`;

/** Begins a sign-in: the address to go to, and the ticket that this browser comes back with. */
export async function beginAuthorization(
  parts: GoogleDependencies,
  run: RunAct,
  connectTo: number | null,
  { address, limits }: Pick<Origin, "address"> & { limits: SignInLimits },
): Promise<{ url: string; ticket: string }> {
  const counted = { key: `google:address:${address}`, limit: limits.googleByAddress };
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [counted])));
  const { url, ...proof } = await parts.identity.begin(redirectUri(parts));
  const ticket = await run((ctx) => startFlow(ctx, googleFlow, { ...proof, connectTo }));
  return { url, ticket };
}

/** The consent that this very browser began with this very state; a ticket of another state stays for its own return. */
export async function completeAuthorization(
  ctx: Context,
  back: { ticket: string | undefined; state: string | undefined },
): Promise<Consent> {
  const consent = await completeFlow(ctx, googleFlow, back.ticket);
  if (!consent || consent.state !== back.state) throw googleError("sign_in_over");
  return consent;
}

/** Fetches the Google identity for an authorization code. Fails with `google_refused` and `google_unreachable`. */
export async function fetchIdentity(
  parts: GoogleDependencies,
  consent: Consent,
  code: string,
): Promise<Identity> {
  const { nonce, codeVerifier } = consent;
  try {
    return await parts.identity.finish({ code, nonce, codeVerifier, redirectUri: redirectUri(parts) });
  } catch (error) {
    throw asReply(error) ?? error;
  }
}

/** What a device's failure is to the person who waits; null for a defect. Rule 4 keeps the class itself out of rooms. */
function asReply(error: unknown): AppError | null {
  if (!(error instanceof Error) || error.name !== "AdapterError" || !("kind" in error)) return null;
  const { kind, message } = error;
  return googleError(kind === "retry" ? "google_unreachable" : "google_refused", { message });
}

import { z } from "zod";

import type { Identity, IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { minute } from "#core/time.ts";
import { googleError } from "#modules/accounts/contract/google.ts";
import type { AccountLimits } from "#modules/accounts/rules.ts";

import type { Origin, RunAct } from "../sign-in/log-in.ts";
import { countTries, refuseToWait } from "../sign-in/throttle.ts";
import { issueTicket, takeTicket, ticketKind } from "../sign-in/tickets.ts";

/** What the sign-in needs of the outside. */
export interface GoogleParts {
  identity: IdentityProvider;
  appUrl: string;
}

/** What the browser carries to Google and back; `connectTo` is the person whose account Google will be connected to. */
export const consentTicket = ticketKind({
  purpose: "google_consent",
  data: z.object({
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    connectTo: z.number().nullable(),
  }),
  lifetime: 10 * minute,
});
type Consent = z.output<typeof consentTicket.data>;

const redirectUri = ({ appUrl }: GoogleParts) => `${appUrl}/oauth`;

/** Begins a sign-in: the address to go to, and the ticket that this browser comes back with. */
export async function beginConsent(
  parts: GoogleParts,
  run: RunAct,
  connectTo: number | null,
  { address, limits }: Pick<Origin, "address"> & { limits: AccountLimits },
): Promise<{ url: string; ticket: string }> {
  const counted = { key: `google:address:${address}`, limit: limits.googleByAddress };
  refuseToWait(await run((ctx) => countTries(ctx, [counted])));
  const { url, ...proof } = await parts.identity.begin(redirectUri(parts));
  const ticket = await run((ctx) => issueTicket(ctx, consentTicket, { ...proof, connectTo }));
  return { url, ticket };
}

/** The consent that this very browser began with this very state; a ticket of another state stays for its own return. */
export async function redeemConsent(
  ctx: Context,
  back: { ticket: string | undefined; state: string | undefined },
): Promise<Consent> {
  const consent = await takeTicket(ctx, consentTicket, back.ticket);
  if (!consent || consent.state !== back.state) throw googleError("sign_in_over");
  return consent;
}

/** Who came back. Fails with `google_refused` and `google_unreachable`. */
export async function proveIdentity(parts: GoogleParts, consent: Consent, code: string): Promise<Identity> {
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

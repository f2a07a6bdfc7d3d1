import type { Identity } from "#adapters/identity-provider/identity-provider.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { findPerson, lockPerson, confirmEmailOf } from "#modules/people/server/actions/credentials.ts";
import type { Person } from "#modules/people/server/actions/credentials.ts";
import { googleError, type GoogleAccount } from "#modules/sign-in/contract/google.ts";

import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { countSignInMethods } from "../sign-in-methods.ts";
import { deleteGoogleAccount, findBySubject, findGoogleAccount, insertGoogleAccount } from "./queries.ts";

/** Identity of a Google account. Its profile is used at sign-up only. */
type GoogleIdentity = Omit<Identity, "profile">;

/**
 * Stores that the Google account belongs to the person. Returns false if it already did. Fails with `google_taken` and
 * `google_connected`.
 */
export async function saveGoogleAccount(
  ctx: Context,
  person: Person,
  identity: GoogleIdentity,
): Promise<boolean> {
  const { subject, email } = identity;
  const inserted = await insertGoogleAccount(ctx.tx, {
    subject,
    email,
    personId: person.id,
    connectedAt: ctx.now,
  });
  if (!inserted) {
    const owner = await findBySubject(ctx.tx, subject);
    if (owner?.id !== person.id) throw googleError(owner ? "google_taken" : "google_connected");
  }
  return inserted;
}

/** Connects Google to an existing account and notifies its owner by email. `address` is the client's network. */
export async function connectGoogle(
  ctx: Context,
  person: Person,
  identity: GoogleIdentity,
  address: string,
): Promise<void> {
  const added = await saveGoogleAccount(ctx, person, identity);
  if (identity.emailVerified && identity.email === person.email) await confirmEmailOf(ctx, person.id);
  if (added) await sendSecurityEmail(ctx, person.id, { change: "google_connected", address });
}

/** Connects Google to the account that started the flow. Fails with `sign_in_expired` unless it is still logged in. */
export async function connectActor(
  ctx: Context,
  personId: number,
  identity: GoogleIdentity,
  address: string,
): Promise<void> {
  const person = await findPerson(ctx, personId);
  if (!person || ctx.actor?.id !== personId) throw googleError("sign_in_expired");
  await connectGoogle(ctx, person, identity, address);
}

/** The actor's Google account, or null. */
export async function googleAccountOfActor(ctx: ReadContext): Promise<GoogleAccount | null> {
  const account = await findGoogleAccount(ctx.tx, actorOf(ctx).id);
  return account && { email: account.email, connectedAt: account.connectedAt.toISOString() };
}

/** Disconnects the actor's Google account. Fails with `only_sign_in_method`. */
export async function disconnectGoogle(ctx: Context, address: string): Promise<void> {
  const { id } = actorOf(ctx);
  await lockPerson(ctx, id);
  if (!(await findGoogleAccount(ctx.tx, id))) return;
  if ((await countSignInMethods(ctx, id)) < 2) throw googleError("only_sign_in_method");
  await deleteGoogleAccount(ctx.tx, id);
  await sendSecurityEmail(ctx, id, { change: "google_disconnected", address });
}

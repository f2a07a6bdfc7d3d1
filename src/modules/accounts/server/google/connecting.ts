import type { Identity } from "#adapters/identity-provider/identity-provider.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { googleError, type GoogleAccount } from "#modules/accounts/contract/google.ts";

import { sendSecurityEmail } from "../letters/tell-of-change.ts";
import {
  deleteGoogleAccount,
  findBySubject,
  findGoogleAccount,
  insertGoogleAccount,
} from "../store/google.ts";
import { findPerson, lockPerson, markEmailVerified } from "../store/people.ts";
import { countWaysIn } from "../store/ways-in.ts";
import type { Person } from "../tables.ts";

/**
 * Notes that the Google account is the person's; false when it was already. Fails with `google_taken` and
 * `google_connected`.
 */
export async function keepGoogle(ctx: Context, person: Person, identity: Identity): Promise<boolean> {
  const { subject, email } = identity;
  const kept = await insertGoogleAccount(ctx.tx, {
    subject,
    email,
    personId: person.id,
    connectedAt: ctx.now,
  });
  if (!kept) {
    const holder = await findBySubject(ctx.tx, subject);
    if (holder?.id !== person.id) throw googleError(holder ? "google_taken" : "google_connected");
  }
  return kept;
}

/** Lets somebody who has an account already sign in with Google from now on, and tells them by mail. */
export async function connectGoogle(ctx: Context, person: Person, identity: Identity): Promise<void> {
  const added = await keepGoogle(ctx, person, identity);
  if (identity.emailVerified && identity.email === person.email) await markEmailVerified(ctx.tx, person.id);
  if (added) await sendSecurityEmail(ctx, person.id, "google_connected");
}

/** Connects Google to the account of the person who began this and is still signed in. */
export async function connectOwn(ctx: Context, personId: number, identity: Identity): Promise<void> {
  const person = await findPerson(ctx.tx, personId);
  if (!person || ctx.actor?.id !== personId) throw googleError("sign_in_over");
  await connectGoogle(ctx, person, identity);
}

/** The Google account that the actor signs in with, or null. */
export async function ownGoogle(ctx: ReadContext): Promise<GoogleAccount | null> {
  const account = await findGoogleAccount(ctx.tx, actorOf(ctx).id);
  return account && { email: account.email, connectedAt: account.connectedAt.toISOString() };
}

/** Ends signing in with Google. Fails with `only_way_in` when nothing else would be left. */
export async function disconnectGoogle(ctx: Context): Promise<void> {
  const { id } = actorOf(ctx);
  await lockPerson(ctx.tx, id);
  if (!(await findGoogleAccount(ctx.tx, id))) return;
  if ((await countWaysIn(ctx.tx, id)) < 2) throw googleError("only_way_in");
  await deleteGoogleAccount(ctx.tx, id);
  await sendSecurityEmail(ctx, id, "google_disconnected");
}

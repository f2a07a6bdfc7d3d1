import type { Identity } from "#devices/identity-provider/identity-provider.ts";
import { actorOf, type Context } from "#foundation/server/context.ts";
import { googleFailure, type GoogleAccount } from "#product/accounts/contract/google.ts";

import {
  deleteGoogleAccount,
  findBySubject,
  findGoogleAccount,
  insertGoogleAccount,
} from "../store/google.ts";
import { findPerson, lockPerson, markEmailVerified } from "../store/people.ts";
import { countWaysIn } from "../store/ways-in.ts";
import type { Person } from "../tables.ts";

/** Lets the person sign in with the Google account. Fails with `google_taken` and `google_connected`. */
export async function connectGoogle(ctx: Context, person: Person, identity: Identity): Promise<void> {
  const { subject, email } = identity;
  const connected = await insertGoogleAccount(ctx.tx, {
    subject,
    email,
    personId: person.id,
    connectedAt: ctx.now,
  });
  if (!connected) {
    const holder = await findBySubject(ctx.tx, subject);
    if (holder?.id !== person.id) throw googleFailure(holder ? "google_taken" : "google_connected");
  }
  if (identity.emailVerified && email === person.email) await markEmailVerified(ctx.tx, person.id);
}

/** Connects Google to the account of the person who began this and is still signed in. */
export async function connectOwn(ctx: Context, personId: number, identity: Identity): Promise<void> {
  const person = await findPerson(ctx.tx, personId);
  if (!person || ctx.actor?.id !== personId) throw googleFailure("sign_in_over");
  await connectGoogle(ctx, person, identity);
}

/** The Google account that the actor signs in with, or null. */
export async function ownGoogle(ctx: Context): Promise<GoogleAccount | null> {
  const account = await findGoogleAccount(ctx.tx, actorOf(ctx).id);
  return account && { email: account.email, connectedAt: account.connectedAt.toISOString() };
}

/** Ends signing in with Google. Fails with `only_way_in` when nothing else would be left. */
export async function disconnectGoogle(ctx: Context): Promise<void> {
  const { id } = actorOf(ctx);
  await lockPerson(ctx.tx, id);
  if (!(await findGoogleAccount(ctx.tx, id))) return;
  if ((await countWaysIn(ctx.tx, id)) < 2) throw googleFailure("only_way_in");
  await deleteGoogleAccount(ctx.tx, id);
}

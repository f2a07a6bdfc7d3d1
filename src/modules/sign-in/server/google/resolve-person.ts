import { z } from "zod";

import type { Identity } from "#adapters/identity-provider/identity-provider.ts";
import { AppError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { minute } from "#core/time.ts";
import { createPerson } from "#modules/people/server/actions/create-person.ts";
import { findPersonByEmail } from "#modules/people/server/actions/credentials.ts";
import type { Person } from "#modules/people/server/actions/credentials.ts";
import { googleError, signedUpWithGoogle } from "#modules/sign-in/contract/google.ts";

import { startFlow, defineFlow } from "../flows/flows.ts";
import { connectGoogle, saveGoogleAccount } from "./connect.ts";
import { findBySubject, findGoogleAccount } from "./queries.ts";

/** The flow of a user with a Google identity who has to enter the password of the account with the same email. */
export const linkFlow = defineFlow({
  purpose: "google_link",
  data: z.object({
    personId: z.number(),
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
  }),
  lifetime: 10 * minute,
});

/** The person to log in, or the token of the flow for the password step. */
export type Resolution = { person: Person } | { linkToken: string };

/**
 * Finds or creates the person of a Google identity. An existing account with the same email is connected without a
 * password only if the email is verified both by Google and here (docs/decisions/0014). Fails with
 * `other_sign_in_method`. `address` is the client's network.
 */
export async function resolvePerson(
  ctx: Context,
  identity: Identity,
  { role, address }: { role: Role; address: string },
): Promise<Resolution> {
  const known = await findBySubject(ctx.tx, identity.subject);
  if (known) return { person: known };
  const { email, emailVerified } = identity;
  const owner = await findPersonByEmail(ctx, email);
  if (!owner) {
    const person = await create(ctx, identity, role);
    // A concurrent sign-up took the email: look it up again.
    return person ? { person } : resolvePerson(ctx, identity, { role, address });
  }
  const connected = await findGoogleAccount(ctx.tx, owner.id);
  // A concurrent login may have connected it since the first query.
  if (connected?.subject === identity.subject) return { person: owner };
  if (connected) throw googleError("other_sign_in_method");
  if (emailVerified && owner.emailVerified) {
    await connectGoogle(ctx, owner, identity, address);
    return { person: owner };
  }
  if (owner.passwordHash === null) throw googleError("other_sign_in_method");
  const pending = { personId: owner.id, subject: identity.subject, email, emailVerified };
  return { linkToken: await startFlow(ctx, linkFlow, pending) };
}

async function create(ctx: Context, identity: Identity, role: Role): Promise<Person | null> {
  const { email, emailVerified, profile } = identity;
  const input = { email, role, passwordHash: null, emailVerified, profileName: profile.name };
  try {
    const person = await createPerson(ctx, input);
    await saveGoogleAccount(ctx, person, identity);
    const { pictureUrl } = profile;
    if (pictureUrl !== null) await ctx.emit(signedUpWithGoogle, { personId: person.id, pictureUrl });
    return person;
  } catch (error) {
    if (error instanceof AppError && error.code === "email_taken") return null;
    throw error;
  }
}

import { z } from "zod";

import type { Identity } from "#adapters/identity-provider/identity-provider.ts";
import { AppError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { minute } from "#core/time.ts";
import { createPerson } from "#modules/people/server/actions/create-person.ts";
import { findPersonByEmail } from "#modules/people/server/actions/credentials.ts";
import type { Person } from "#modules/people/server/actions/credentials.ts";
import { googleError } from "#modules/sign-in/contract/google.ts";

import { startFlow, defineFlow } from "../flows/flows.ts";
import { connectGoogle, saveGoogleAccount } from "./connect.ts";
import { findBySubject, findGoogleAccount } from "./queries.ts";

/** Somebody whom Google has proved, on the way to prove by password that the account with this email is theirs. */
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
export type Resolution = { person: Person } | { ticket: string };

/**
 * Finds or creates the person behind a Google account (decisions, "People and roles"). An existing account is connected
 * only when both Google and we have verified the email: otherwise whoever holds one unverified could take over the other.
 */
export async function resolvePerson(ctx: Context, identity: Identity, role: Role): Promise<Resolution> {
  const known = await findBySubject(ctx.tx, identity.subject);
  if (known) return { person: known };
  const { email, emailVerified } = identity;
  const owner = await findPersonByEmail(ctx, email);
  if (!owner) {
    const person = await create(ctx, identity, role);
    // Another sign-in took the email meanwhile; what it has committed decides now.
    return person ? { person } : resolvePerson(ctx, identity, role);
  }
  const connected = await findGoogleAccount(ctx.tx, owner.id);
  // Another sign-in of the same person may have committed between the two look-ups.
  if (connected?.subject === identity.subject) return { person: owner };
  if (connected) throw googleError("other_way_in");
  if (emailVerified && owner.emailVerified) {
    await connectGoogle(ctx, owner, identity);
    return { person: owner };
  }
  if (owner.passwordHash === null) throw googleError("other_way_in");
  return { ticket: await startFlow(ctx, linkFlow, { personId: owner.id, ...identity }) };
}

async function create(ctx: Context, identity: Identity, role: Role): Promise<Person | null> {
  const { email, emailVerified } = identity;
  try {
    const person = await createPerson(ctx, { email, role, passwordHash: null, emailVerified });
    await saveGoogleAccount(ctx, person, identity);
    return person;
  } catch (error) {
    if (error instanceof AppError && error.code === "email_taken") return null;
    throw error;
  }
}

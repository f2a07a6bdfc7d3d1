import { z } from "zod";

import type { Identity } from "#adapters/identity-provider/identity-provider.ts";
import { AppError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { minute } from "#core/time.ts";
import { googleError } from "#modules/accounts/contract/google.ts";

import { createPerson } from "../sign-in/sign-up.ts";
import { issueTicket, ticketKind } from "../sign-in/tickets.ts";
import { findBySubject, findGoogleAccount } from "../store/google.ts";
import { findByEmail } from "../store/people.ts";
import type { Person } from "../tables.ts";
import { connectGoogle, keepGoogle } from "./connecting.ts";

/** Somebody whom Google has proved, on the way to prove by password that the account with this email is theirs. */
export const linkTicket = ticketKind({
  purpose: "google_link",
  data: z.object({
    personId: z.number(),
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
  }),
  lifetime: 10 * minute,
});

/** Who came in, or the ticket for the password step. */
export type Arrival = { person: Person } | { ticket: string };

/**
 * Finds or creates the person behind a Google account (decisions, "People and roles"). An existing account is connected
 * only when both Google and we have verified the email: otherwise whoever holds one unverified could take over the other.
 */
export async function arrive(ctx: Context, identity: Identity, role: Role): Promise<Arrival> {
  const known = await findBySubject(ctx.tx, identity.subject);
  if (known) return { person: known };
  const { email, emailVerified } = identity;
  const owner = await findByEmail(ctx.tx, email);
  if (!owner) {
    const person = await create(ctx, identity, role);
    // Another sign-in took the email meanwhile; what it has committed decides now.
    return person ? { person } : arrive(ctx, identity, role);
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
  return { ticket: await issueTicket(ctx, linkTicket, { personId: owner.id, ...identity }) };
}

async function create(ctx: Context, identity: Identity, role: Role): Promise<Person | null> {
  const { email, emailVerified } = identity;
  try {
    const person = await createPerson(ctx, { email, role, passwordHash: null, emailVerified });
    await keepGoogle(ctx, person, identity);
    return person;
  } catch (error) {
    if (error instanceof AppError && error.code === "email_taken") return null;
    throw error;
  }
}

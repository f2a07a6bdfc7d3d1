import { z } from "zod";

import type { Identity, IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { AppError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { minute } from "#core/time.ts";
import { chooseFirstRole } from "#modules/people/server/public/choose-first-role.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import type { Person } from "#modules/people/server/public/credentials.ts";
import {
  identityError,
  providerKey,
  type ProviderKey,
  signedUpWithPicture,
} from "#modules/sign-in/contract/identities.ts";
import { roleIn } from "#modules/sign-in/rules/role-claim.ts";

import { startFlow, defineFlow } from "../flows/flows.ts";
import { createAccount } from "../sign-up/create-account.ts";
import { connectIdentity, requireEmail, saveIdentity } from "./connect.ts";
import { findByAccount, findIdentity } from "./queries.ts";

/** The flow of a user with an identity who has to enter the password of the account with the same email. */
export const linkFlow = defineFlow({
  purpose: "google_link",
  data: z.object({
    provider: providerKey,
    personId: z.number(),
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
  }),
  lifetime: 10 * minute,
});

/** The person to log in, or the token of the flow for the password step. */
export type Resolution = { person: Person } | { linkToken: string };

/** An identity, what is asked for a new account, and the network of the client. */
export interface Login {
  provider: Pick<IdentityProvider, "id" | "name">;
  key: ProviderKey;
  identity: Identity;
  role: Role;
  /** The token of an invitation, if any. */
  invitation: string | undefined;
  address: string;
}

/**
 * Finds or creates the person of an identity. An existing account with the same email is connected without a password
 * only if the email is verified both by the provider and here (docs/decisions/0033-google-sso-passkeys.md). Fails with `other_sign_in_method`,
 * `provider_email_invalid`, and with the errors of sign-up. A user without a role gets the one of the provider's role claim.
 */
export async function resolvePerson(ctx: Context, login: Login): Promise<Resolution> {
  const resolution = await findOrCreate(ctx, login);
  const claimed = roleIn(login.identity.roles);
  if ("linkToken" in resolution || claimed === null || resolution.person.role !== "NORMAL") return resolution;
  await chooseFirstRole(ctx, resolution.person.id, claimed);
  return { person: { ...resolution.person, role: claimed } };
}

async function findOrCreate(ctx: Context, login: Login): Promise<Resolution> {
  const { provider, key, identity, address } = login;
  const { subject, email, emailVerified } = identity;
  const existing = await findByAccount(ctx.tx, { provider: provider.id, subject });
  if (existing) return { person: existing };
  requireEmail(provider, identity);
  const owner = await findPersonByEmail(ctx, email);
  if (!owner) {
    const person = await create(ctx, login);
    // A concurrent sign-up took the email: look it up again.
    return person ? { person } : findOrCreate(ctx, login);
  }
  const connected = await findIdentity(ctx.tx, { provider: provider.id, personId: owner.id });
  // A concurrent login may have connected it since the first query.
  if (connected?.subject === subject) return { person: owner };
  if (connected) throw identityError("other_sign_in_method", provider.name);
  if (emailVerified && owner.emailVerified) {
    await connectIdentity(ctx, provider, owner, { ...identity, address });
    return { person: owner };
  }
  if (owner.passwordHash === null || !ctx.settings.signIn.passwordLogin) {
    throw identityError("other_sign_in_method", provider.name);
  }
  const pending = { provider: key, personId: owner.id, subject, email, emailVerified };
  return { linkToken: await startFlow(ctx, linkFlow, pending) };
}

async function create(ctx: Context, login: Login): Promise<Person | null> {
  const { provider, key, identity, invitation } = login;
  const { email, emailVerified, profile } = identity;
  const role = roleIn(identity.roles) ?? login.role;
  const account = { email, role, passwordHash: null, emailVerified, profileName: profile.name };
  try {
    const person = await createAccount(ctx, account, { invitation, singleSignOn: key === "oidc" });
    await saveIdentity(ctx, provider, person, identity);
    const { pictureUrl } = profile;
    if (pictureUrl !== null) {
      await ctx.emit(signedUpWithPicture, { personId: person.id, provider: key, pictureUrl });
    }
    return person;
  } catch (error) {
    if (error instanceof AppError && error.code === "email_taken") return null;
    throw error;
  }
}

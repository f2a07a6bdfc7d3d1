import type { Identity, IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { findPerson, lockPerson, confirmPersonEmail } from "#modules/people/server/public/credentials.ts";
import type { Person } from "#modules/people/server/public/credentials.ts";
import {
  identityError,
  providerKeys,
  type ConnectedIdentity,
  type ProviderKey,
} from "#modules/sign-in/contract/identities.ts";
import { normalizeEmail } from "#modules/sign-in/rules/email-address.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { countSignInMethods } from "../methods/sign-in-methods.ts";
import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { deleteIdentity, findByAccount, findIdentity, insertIdentity, listIdentities } from "./queries.ts";

/** Identity of an account at a provider. Its profile and roles are used at sign-up only. */
export type AccountIdentity = Pick<Identity, "subject" | "email" | "emailVerified">;
type Named = Pick<IdentityProvider, "id" | "name">;

/**
 * Stores that the provider's account belongs to the person. Returns false if it already did. Fails with `identity_taken`
 * and `identity_connected`.
 */
export async function saveIdentity(
  ctx: Context,
  provider: Named,
  person: Person,
  { subject, email }: AccountIdentity,
): Promise<boolean> {
  const account = { provider: provider.id, subject };
  const inserted = await insertIdentity(ctx.tx, {
    ...account,
    email,
    personId: person.id,
    connectedAt: ctx.now,
  });
  if (!inserted) {
    const owner = await findByAccount(ctx.tx, account);
    if (owner?.id !== person.id) {
      throw identityError(owner ? "identity_taken" : "identity_connected", provider.name);
    }
  }
  return inserted;
}

/** Connects a provider to an existing account and notifies its owner by email. `address` is the client's network. */
export async function connectIdentity(
  ctx: Context,
  provider: Named,
  person: Person,
  identity: AccountIdentity & { address: string },
): Promise<void> {
  const added = await saveIdentity(ctx, provider, person, identity);
  if (identity.emailVerified && identity.email === person.email) await confirmPersonEmail(ctx, person.id);
  const { address } = identity;
  const change = "identity_connected" as const;
  if (added) await sendSecurityEmail(ctx, person.id, { change, provider: provider.name, address });
}

/** Fails with `provider_email_invalid` unless the email of an identity that is to be stored is an address. */
export function requireEmail({ name }: Named, { email }: Pick<AccountIdentity, "email">): void {
  if (normalizeEmail(email) === null) throw identityError("provider_email_invalid", name);
}

/**
 * Connects a provider to the account that started the flow. Fails with `sign_in_expired` unless it is still logged in, and
 * with `provider_email_invalid`.
 */
export async function connectActor(
  ctx: Context,
  provider: Named,
  personId: number,
  identity: AccountIdentity & { address: string },
): Promise<void> {
  requireEmail(provider, identity);
  const person = await findPerson(ctx, personId);
  if (!person || ctx.actor?.id !== personId) throw identityError("sign_in_expired", provider.name);
  await connectIdentity(ctx, provider, person, identity);
}

/** The actor's accounts at the providers of this server. */
export async function identitiesOfActor(
  ctx: ReadContext,
  providers: SignInDependencies["identity"],
): Promise<ConnectedIdentity[]> {
  const rows = await listIdentities(ctx.tx, currentActor(ctx).id);
  return providerKeys.flatMap((provider) =>
    rows
      .filter((row) => row.provider === (providers[provider]?.id ?? provider))
      .map(({ email, connectedAt }) => ({ provider, email, connectedAt: connectedAt.toISOString() })),
  );
}

/** Disconnects the actor's account at a provider. Fails with `only_sign_in_method`. */
export async function disconnectIdentity(
  ctx: Context,
  providers: SignInDependencies["identity"],
  of: { provider: ProviderKey; address: string },
): Promise<void> {
  const { id: personId } = currentActor(ctx);
  const { id, name } = providers[of.provider] ?? { id: of.provider, name: "Google" };
  await lockPerson(ctx, personId);
  const account = { provider: id, personId };
  if (!(await findIdentity(ctx.tx, account))) return;
  if ((await countSignInMethods(ctx, personId)) < 2) throw identityError("only_sign_in_method", name);
  await deleteIdentity(ctx.tx, account);
  await sendSecurityEmail(ctx, personId, {
    change: "identity_disconnected",
    provider: name,
    address: of.address,
  });
}

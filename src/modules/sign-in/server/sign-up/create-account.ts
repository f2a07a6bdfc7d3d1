import type { Context, ReadContext } from "#core/server/context.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import type { Person } from "#modules/people/server/public/credentials.ts";
import { signUpError } from "#modules/sign-in/contract/sign-up.ts";
import { signUpRefusal } from "#modules/sign-in/rules/sign-up.ts";

import { acceptFor } from "../invitations/accept.ts";
import { lockPending } from "../invitations/pending.ts";
import type { InvitationRow } from "../invitations/queries.ts";

type NewAccount = Parameters<typeof createPerson>[1];

interface Origin {
  /** The token of the invitation that the account is created with. */
  invitation: string | undefined;
  /** Whether the identity comes from the operator's single sign-on. */
  singleSignOn?: boolean;
}

/**
 * Creates an account if the server's settings allow it, and accepts its invitation. The invitation sets the role, and
 * proves the address that it was sent to. Fails with `email_taken`, the errors of sign-up and those of invitations.
 */
export async function createAccount(ctx: Context, account: NewAccount, origin: Origin): Promise<Person> {
  const invitation = origin.invitation === undefined ? null : await lockPending(ctx, origin.invitation);
  const emailVerified = requireSignUp(ctx, account, { invitation, singleSignOn: origin.singleSignOn });
  const role = invitation?.role ?? account.role;
  const person = await createPerson(ctx, { ...account, role, emailVerified });
  if (invitation) await acceptFor(ctx, invitation, person);
  return person;
}

/** Fails unless an account with this address may be created. Returns whether the address is proved. */
export function requireSignUp(
  { settings }: Pick<ReadContext, "settings">,
  account: Pick<NewAccount, "email" | "emailVerified">,
  {
    invitation,
    singleSignOn = false,
  }: { invitation: InvitationRow | null; singleSignOn?: boolean | undefined },
): boolean {
  const { email } = account;
  const emailVerified = account.emailVerified === true || invitation?.email === email;
  const invited = invitation !== null && invitation.inviterId !== null;
  const refusal = signUpRefusal(settings, { email, emailVerified, invited, singleSignOn });
  if (refusal !== null) throw signUpError(`sign_up_${refusal}`);
  return emailVerified;
}

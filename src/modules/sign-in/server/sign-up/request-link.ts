import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import { invitationLimits } from "#modules/sign-in/rules/invitations.ts";
import { mayRequestLink } from "#modules/sign-in/rules/sign-up.ts";

import { inviteOwner } from "../invitations/invite.ts";
import { sentEmailKeys } from "../rate-limits/keys.ts";
import { refuseIfLimited } from "../rate-limits/refuse.ts";
import type { RunAct } from "../sessions/request-origin.ts";

/**
 * Emails a link to sign up to an address that may and that has no account. The response doesn't say whether it was sent.
 * Fails with `no_mail` and `login_locked`. `address` is the client's network.
 */
export async function requestSignUpLink(run: RunAct, email: string, address: string): Promise<void> {
  const seconds = await run(async (ctx) => {
    if (!ctx.settings.emailEnabled) throw codeError("no_mail");
    const wait = await countAttempts(ctx, [
      { key: `sign-up-link:address:${address}`, limit: invitationLimits.linksByAddress },
    ]);
    if (wait !== null) return wait;
    const open = mayRequestLink(ctx.settings, email) && !(await findPersonByEmail(ctx, email));
    // Above the limit of the address, nothing is sent: a response would say that it may sign up.
    const counted = { key: sentEmailKeys(ctx, email).signUpLink, limit: invitationLimits.byEmail };
    if (open && (await countAttempts(ctx, [counted])) === null) await inviteOwner(ctx, email);
    return null;
  });
  refuseIfLimited(seconds);
}

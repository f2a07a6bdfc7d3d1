import { z } from "zod";

import { invitationPath } from "#core/paths.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { invitationState } from "#modules/sign-in/rules/invitations.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { deliverEmail } from "../public/deliver-email.ts";
import { decryptEmailAddress } from "../security-emails/job-email-address.ts";
import { renderInvitationEmail } from "./email.ts";
import { findInvitation } from "./queries.ts";
import { invitationToken } from "./token.ts";

/** Emails the link of an invitation. Retries span about a day. */
export const invitationEmailJob = defineJob({
  job: "sign-in.invitation-email",
  data: z.object({ invitationId: z.uuid(), encryptedEmail: z.string() }),
  retries: 28,
  retryDelaySeconds: 30,
  expireSeconds: 120,
  concurrency: 2,
});

/** Sends nothing for an invitation that can't be accepted. `appUrl` has no trailing slash. */
export function invitationEmailWorker(
  dependencies: Pick<SignInDependencies, "run" | "appUrl" | "mail" | "log">,
): JobWorker {
  const { run, appUrl } = dependencies;
  return worker(invitationEmailJob, async ({ invitationId, encryptedEmail }) => {
    const email = await run(null, async (ctx) => {
      const invitation = await findInvitation(ctx.tx, invitationId);
      if (!invitation || invitationState(invitation, ctx.now) !== "pending") return null;
      const { inviterId } = invitation;
      const inviter = inviterId === null ? undefined : (await personCards(ctx, [inviterId])).get(inviterId);
      if (inviter?.suspended) return null;
      const address = appUrl + invitationPath(invitationToken(ctx, invitationId));
      return {
        to: decryptEmailAddress(ctx.keyring, encryptedEmail),
        ...renderInvitationEmail({ invitation, inviter: inviter?.name ?? null, address }),
      };
    });
    if (email) await deliverEmail(dependencies, email);
  });
}

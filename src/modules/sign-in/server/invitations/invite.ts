import { randomUUID } from "node:crypto";

import { commonError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { countAttempts, countUse } from "#core/server/rate-limit/rate-limit.ts";
import { after } from "#core/time.ts";
import type { ChosenRole } from "#modules/people/contract/people.ts";
import { lockPerson } from "#modules/people/server/public/credentials.ts";
import { invitationError, invitationRevoked } from "#modules/sign-in/contract/invitations.ts";
import type { Invitee } from "#modules/sign-in/contract/invitee.ts";
import { invitationsChanged } from "#modules/sign-in/realtime-messages.ts";
import {
  invitationLength,
  invitationLimits,
  invitationState,
  type InvitationPurpose,
} from "#modules/sign-in/rules/invitations.ts";

import { sentEmailKeys } from "../rate-limits/keys.ts";
import { encryptEmailAddress } from "../security-emails/job-email-address.ts";
import { invitationEmailJob } from "./jobs.ts";
import {
  changeInvitation,
  findPendingTo,
  insertInvitation,
  type InvitationRow,
  lockInvitation,
} from "./queries.ts";

interface Invitation {
  inviterId: number;
  /** A user, who answers in the app, or the recipient of a link. */
  invitee: Invitee | { userId: number; name: string };
  /** The role of a new account; null leaves the choice to the user. */
  role: ChosenRole | null;
  purpose: Exclude<InvitationPurpose, "sign_up">;
  /** Actions that the membership allows, as items that follow "You'll be able to". */
  work?: string[];
}

/**
 * Creates an invitation of a user, and enqueues its email. A pending invitation of the same address and role is extended
 * and sent again instead, so that a person has one link of each inviter. Fails with `invitation_closed`, `invitation_no_mail`,
 * `invitation_own` and 429 `too_many`.
 */
export async function invite(
  ctx: Context,
  { inviterId, invitee, ...preset }: Invitation,
): Promise<InvitationRow> {
  const userId = "userId" in invitee ? invitee.userId : null;
  if (userId === null && ctx.settings.signIn.signUp === "closed") throw invitationError("invitation_closed");
  const inviter = await lockPerson(ctx, inviterId);
  const limit = ctx.actor?.operator ? invitationLimits.byOperator : invitationLimits.byPerson;
  await countUse(ctx, { key: `invitation:person:${inviterId}`, limit });
  const expiresAt = after(ctx.now, invitationLength);
  const email = "userId" in invitee ? null : (invitee.email ?? null);
  if (email !== null && email === inviter?.email) throw invitationError("invitation_own");
  const { role } = preset;
  const forTeam = preset.purpose === "team";
  const pending =
    email === null ? null : await findPendingTo(ctx.tx, { inviterId, email, role, forTeam, now: ctx.now });
  const row =
    pending === null
      ? await insertInvitation(ctx.tx, {
          ...preset,
          ...newInvitation(ctx, email),
          inviterId,
          inviteeId: userId,
          name: email ?? invitee.name ?? "",
          expiresAt,
        })
      : await changeInvitation(ctx.tx, pending.id, { ...preset, expiresAt });
  if (email !== null) await sendInvitation(ctx, row.id, email);
  ctx.notifyClients([inviterId], invitationsChanged, {});
  return row;
}

/** Invites the owner of an address to sign up, who has requested the link. */
export async function inviteOwner(ctx: Context, email: string): Promise<void> {
  const row = await insertInvitation(ctx.tx, {
    ...newInvitation(ctx, email),
    purpose: "sign_up",
    inviterId: null,
    name: email,
    role: null,
    expiresAt: after(ctx.now, invitationLength),
  });
  await enqueueEmail(ctx, row.id, email);
}

function newInvitation(ctx: Context, email: string | null) {
  return { id: randomUUID(), email, createdAt: ctx.now };
}

/** Enqueues the email. Fails with `invitation_no_mail`, and 429 above the limit of emails to the address. */
async function sendInvitation(ctx: Context, invitationId: string, email: string): Promise<void> {
  if (!ctx.settings.emailEnabled) throw invitationError("invitation_no_mail");
  const key = sentEmailKeys(ctx, email).invitation;
  const seconds = await countAttempts(ctx, [{ key, limit: invitationLimits.byEmail }]);
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
  await enqueueEmail(ctx, invitationId, email);
}

async function enqueueEmail(ctx: Context, invitationId: string, email: string): Promise<void> {
  const encryptedEmail = encryptEmailAddress(ctx.keyring, email);
  await ctx.enqueue(invitationEmailJob, { invitationId, encryptedEmail });
}

/** States the work that an invitation is for, and the screen that opens after it was accepted. */
export async function describeInvitation(
  ctx: Context,
  invitationId: string,
  about: { subject: string | null; landingPath: string | null },
): Promise<void> {
  await changeInvitation(ctx.tx, invitationId, about);
}

/**
 * Revokes an invitation. One that can't be accepted any more stays as it is. 404 unless it is the inviter's; `inviterId` is
 * null for a link that its recipient has requested.
 */
export async function revokeInvitation(
  ctx: Context,
  { id, inviterId }: { id: string; inviterId: number | null },
): Promise<InvitationRow> {
  const row = await lockInvitation(ctx.tx, id);
  if (!row || row.inviterId !== inviterId) throw invitationError("invitation_unknown");
  if (invitationState(row, ctx.now) !== "pending") return row;
  const revoked = await changeInvitation(ctx.tx, id, { revokedAt: ctx.now });
  await ctx.emit(invitationRevoked, { invitationId: id });
  if (inviterId !== null) ctx.notifyClients([inviterId], invitationsChanged, {});
  return revoked;
}

import { day, hour } from "#core/time.ts";

/**
 * Purposes of an invitation: its recipient asked for it to confirm their address (`sign_up`), is to get an account
 * (`account`), works on tasks of the inviter (`task`), or joins their team (`team`).
 */
export const invitationPurposes = ["sign_up", "account", "task", "team"] as const;
export type InvitationPurpose = (typeof invitationPurposes)[number];

/** An invitation can be accepted for this long. */
export const invitationLength = 7 * day;

/** Invitations are deleted this long after they could last be accepted. */
export const keepInvitations = 30 * day;

/** Characters of the name of an invited person. */
export const maxInvitedNameLength = 50;

export const invitationLimits = {
  /** New invitations of one user, also repeated emails. */
  byPerson: { attempts: 30, window: hour },
  /** The same of an operator, who may invite a whole team. */
  byOperator: { attempts: 300, window: hour },
  /** Emails to one address, by all users. */
  byEmail: { attempts: 5, window: day },
  /** Requests of one network for links to sign up. */
  linksByAddress: { attempts: 20, window: hour },
  /** Attempts of one network to open invitations. */
  openByAddress: { attempts: 300, window: hour },
};

/** Whether an invitation can be accepted, and if not, why. */
export const invitationStates = ["pending", "accepted", "declined", "revoked", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];

export function invitationState(
  invitation: { acceptedAt: Date | null; declinedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): InvitationState {
  if (invitation.acceptedAt) return "accepted";
  if (invitation.declinedAt) return "declined";
  if (invitation.revokedAt) return "revoked";
  return invitation.expiresAt <= now ? "expired" : "pending";
}

/** Colours of the states of invitations. */
export const invitationTones = {
  pending: "amber",
  accepted: "go",
  declined: "plain",
  revoked: "plain",
  expired: "plain",
} as const;

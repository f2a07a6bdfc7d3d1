import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { pageQuery } from "#core/page.ts";
import { anyone, creators, signedIn } from "#core/permission.ts";
import { chosenRole, personCard } from "#modules/people/contract/people.ts";

import { invitationPurposes, invitationStates } from "../rules/invitations.ts";
import { invitee } from "./invitee.ts";

/** The secret of an invitation, as its link contains it. */
export const invitationToken = z.string().max(200);

/** An invitation as its inviter sees it. */
export const invitation = z.object({
  id: z.uuid(),
  /** The only address that can accept it; null for a link. */
  email: z.string().nullable(),
  /** The invited person: the name that the inviter gave, or the address. */
  name: z.string(),
  role: chosenRole.nullable(),
  /** The work that the invitation is for, such as a task's title. */
  subject: z.string().nullable(),
  state: z.enum(invitationStates),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  acceptedBy: personCard.nullable(),
  /** The path of the link, while it can be accepted. Emailed invitations have none: opening it proves the address. */
  path: z.string().nullable(),
});
export type Invitation = z.output<typeof invitation>;

/** An invitation as the person sees it who has its link. */
const openedInvitation = z.object({
  purpose: z.enum(invitationPurposes),
  state: z.enum(invitationStates),
  inviter: personCard.nullable(),
  email: z.string().nullable(),
  role: chosenRole.nullable(),
  subject: z.string().nullable(),
  /** Actions that the membership allows, as items that follow "You'll be able to". */
  work: z.array(z.string()),
  expiresAt: z.iso.datetime(),
  /** Whether the server lets the person sign up with it. */
  maySignUp: z.boolean(),
  /** Whether an account has its address. */
  hasAccount: z.boolean(),
  /** The screen to open if the logged-in user has accepted it. */
  acceptedPath: z.string().nullable(),
});
export type OpenedInvitation = z.output<typeof openedInvitation>;

const withToken = z.object({ token: invitationToken });

export const invitationEndpoints = {
  invite: endpoint({
    method: "POST",
    path: "/user/invitations",
    permission: creators,
    summary: "Invite an editor by email, again to repeat it, or by link",
    body: invitee,
    response: invitation,
    message: "Invitation created.",
  }),
  invitations: endpoint({
    method: "GET",
    path: "/user/invitations",
    permission: creators,
    summary: "The actor's invitations, newest first",
    query: pageQuery,
    response: z.array(invitation),
    message: "Invitations loaded.",
    paginated: true,
  }),
  revokeInvitation: endpoint({
    method: "POST",
    path: "/user/invitations/:id/revoke",
    permission: creators,
    summary: "Revoke an invitation of the actor",
    params: z.object({ id: z.uuid("Invalid ID") }),
    response: invitation,
    message: "Invitation revoked.",
  }),
  openInvitation: endpoint({
    method: "POST",
    path: "/user/open-invitation",
    permission: anyone,
    summary: "The invitation of a link",
    body: withToken,
    response: openedInvitation,
    message: "Invitation loaded.",
  }),
  acceptInvitation: endpoint({
    method: "POST",
    path: "/user/accept-invitation",
    permission: signedIn,
    summary: "Accept an invitation with the actor's account",
    body: withToken,
    response: z.object({ path: z.string() }),
    message: "Invitation accepted.",
  }),
};

export const invitationError = defineErrors({
  invitation_unknown: {
    status: 404,
    message: "This invitation link is incomplete or no longer exists. Ask for a new one.",
  },
  invitation_expired: { status: 410, message: "This invitation has expired. Ask for a new one." },
  invitation_revoked: { status: 410, message: "This invitation was revoked. Ask for a new one." },
  invitation_declined: { status: 410, message: "This invitation was declined. Ask for a new one." },
  invitation_accepted: {
    status: 410,
    message: "This invitation was already used. Log in, or ask for a new one.",
  },
  invitation_suspended: {
    status: 403,
    message: "The person who invited you is suspended. Ask the operators of this server.",
  },
  invitation_email: {
    status: 403,
    message: "This invitation was sent to another email. Use the account with that email.",
  },
  invitation_role: {
    status: 403,
    message: "This invitation is for accounts with another role. Use another account.",
  },
  invitation_own: {
    status: 403,
    message: "This is your own invitation. Send the link to the person you want to invite.",
  },
  invitation_blocked: {
    status: 403,
    message: "You can't accept this invitation, because one of you has blocked the other.",
  },
  invitation_no_mail: {
    status: 409,
    message: "This server sends no email. Create a link instead and send it yourself.",
  },
  invitation_closed: {
    status: 409,
    message: "This server doesn't accept new accounts. Ask its operator to change that.",
  },
});

/** A person accepted an invitation, with a new account or an existing one. */
export const invitationAccepted = defineEvent(
  "sign-in.invitation_accepted",
  z.object({
    invitationId: z.string(),
    personId: z.number(),
    /** Null for a link that the person has requested. */
    inviterId: z.number().nullable(),
    purpose: z.enum(invitationPurposes),
    /** The work that the invitation was for. */
    subject: z.string().nullable(),
  }),
);

/** An inviter revoked an invitation. */
export const invitationRevoked = defineEvent(
  "sign-in.invitation_revoked",
  z.object({ invitationId: z.string() }),
);

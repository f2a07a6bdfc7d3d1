import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { pageQuery } from "#core/page.ts";
import { operators } from "#core/permission.ts";
import { chosenRole } from "#modules/people/contract/people.ts";
import { invitee } from "#modules/sign-in/contract/invitee.ts";
import { invitationStates } from "#modules/sign-in/rules/invitations.ts";

export const invitationFilters = ["all", "pending"] as const;
export type InvitationFilter = (typeof invitationFilters)[number];

const named = z.object({ id: z.number().int(), name: z.string() });

/** An invitation as operators see it: neither the task that it is for, nor the links of others. */
const administeredInvitation = z.object({
  id: z.uuid(),
  /** The only address that can accept it; null for a link. */
  email: z.string().nullable(),
  /** The name that the operator gave the person they invited with a link; null for those of others. */
  name: z.string().nullable(),
  role: chosenRole.nullable(),
  state: z.enum(invitationStates),
  /** Null if the owner of the address has requested it. */
  inviter: named.extend({ suspended: z.boolean() }).nullable(),
  acceptedBy: named.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The path of a link of the operator, while it can be accepted. */
  path: z.string().nullable(),
});
export type AdministeredInvitation = z.output<typeof administeredInvitation>;

export const operatorInvitationEndpoints = {
  administeredInvitations: endpoint({
    method: "GET",
    path: "/admin/invitations",
    permission: operators,
    summary: "Invitations of all users, and links to sign up that were requested, the newest first",
    query: pageQuery.extend({ filter: z.enum(invitationFilters).default("all") }),
    response: z.array(administeredInvitation),
    message: "Invitations loaded.",
    paginated: true,
  }),
  inviteUser: endpoint({
    method: "POST",
    path: "/admin/invitations",
    permission: operators,
    summary:
      "Invite a creator or an editor by email, or create a link; inviting an address again repeats the email",
    body: z.object({ invitee, role: chosenRole }),
    response: z.null(),
    message: "Invitation created.",
  }),
  revokeAnyInvitation: endpoint({
    method: "POST",
    path: "/admin/invitations/:invitationId/revoke",
    permission: operators,
    summary: "Revoke an invitation of any user; its link stops working",
    params: z.object({ invitationId: z.uuid("Invalid ID") }),
    response: z.null(),
    message: "Invitation revoked.",
  }),
};

export const operatorInvitationError = defineErrors({
  /** Operators see all accounts, so they may learn that this one exists. */
  has_account: {
    status: 409,
    message:
      "This email already has an account, which needs no invitation. Find it under Users, where you can send a password reset.",
  },
});

import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText } from "#core/form-text.ts";
import { creators, signedIn } from "#core/permission.ts";
import { paragraphText } from "#core/written-text.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { invitation } from "#modules/sign-in/contract/invitations.ts";
import { invitee } from "#modules/sign-in/contract/invitee.ts";

import { maxNoteLength, managerRights, maxTeamMembers, memberKinds } from "../rules/team.ts";

const rights = z.array(z.enum(managerRights));
const kind = z.enum(memberKinds);

/** A member as the creator sees them. */
const teamMember = z.object({
  rights,
  person: personCard,
  kind,
  /** When the creator agreed to publishing by the member; null without the right. */
  publishAgreementAt: z.iso.datetime().nullable(),
  /** Whether nothing is published without the approval of this manager. */
  approvalRequired: z.boolean(),
  /** The editor whom the task form selects first. */
  isDefault: z.boolean(),
  note: z.string(),
  memberSince: z.iso.datetime(),
});
export type TeamMember = z.output<typeof teamMember>;

/** An invitation to a team as the creator sees it. `person` is the invited user; null for an email or a link. */
const teamInvitation = invitation.extend({ kind, rights, person: personCard.nullable() });
export type TeamInvitation = z.output<typeof teamInvitation>;

const team = z.object({ members: z.array(teamMember), invitations: z.array(teamInvitation) });
export type Team = z.output<typeof team>;

/** A team as its member sees it. */
const joinedTeam = z.object({
  rights,
  creator: personCard,
  kind,
  memberSince: z.iso.datetime(),
  /** The creator's notes about the editors of the team, for managers; empty for editors. */
  editorNotes: z.array(z.object({ person: personCard, note: z.string() })),
});
export type JoinedTeam = z.output<typeof joinedTeam>;

/** An invitation to a team as the invited user sees it. */
const receivedInvitation = z.object({
  rights,
  id: z.uuid(),
  creator: personCard,
  kind,
  expiresAt: z.iso.datetime(),
});
export type ReceivedInvitation = z.output<typeof receivedInvitation>;

const teams = z.object({ teams: z.array(joinedTeam), invitations: z.array(receivedInvitation) });
export type Teams = z.output<typeof teams>;

/** The text of the standing agreement as the creator has read it; required with the right to publish. */
const publishAgreement = z.string().max(2000).optional();

const invitedMember = z
  .object({
    kind,
    rights: rights.optional(),
    publishAgreement,
    username: z.string().trim().min(1, "Choose a user.").max(200).optional(),
    email: invitee.shape.email,
    name: invitee.shape.name,
  })
  .refine(({ username, email, name }) => [username, email, name].filter(Boolean).length === 1, {
    error: "Choose a user, enter an email, or enter a name for a link.",
    path: ["username"],
  });

export const noteText = paragraphText()
  .trim()
  .max(maxNoteLength, `Keep the note within ${maxNoteLength} characters.`);

const byPerson = z.object({ personId: idText });
const byInvitation = z.object({ id: z.uuid("Invalid ID") });

export const teamEndpoints = {
  team: endpoint({
    method: "GET",
    path: "/team",
    permission: creators,
    summary: "The members of the actor's team, and invitations that were not accepted",
    response: team,
    message: "Team loaded.",
  }),
  inviteMember: endpoint({
    method: "POST",
    path: "/team/members",
    permission: creators,
    summary: "Invite a user, an email or the recipient of a link to the actor's team",
    body: invitedMember,
    response: teamInvitation,
    message: "Invitation created.",
  }),
  changeMember: endpoint({
    method: "PATCH",
    path: "/team/members/:personId",
    permission: creators,
    summary: "Change the rights of a manager, the note, or the default editor; what is not sent stays",
    params: byPerson,
    body: z
      .object({ rights, note: noteText, isDefault: z.boolean(), approvalRequired: z.boolean() })
      .partial()
      .extend({ publishAgreement }),
    response: teamMember,
    message: "Member changed.",
  }),
  removeMember: endpoint({
    method: "DELETE",
    path: "/team/members/:personId",
    permission: creators,
    summary: "Remove a member from the actor's team",
    params: byPerson,
    response: z.null(),
    message: "Member removed.",
  }),
  teams: endpoint({
    method: "GET",
    path: "/teams",
    permission: signedIn,
    summary: "The teams to which the actor belongs, and invitations to others",
    response: teams,
    message: "Teams loaded.",
  }),
  acceptTeamInvitation: endpoint({
    method: "POST",
    path: "/teams/invitations/:id/accept",
    permission: signedIn,
    summary: "Join the team to which the actor's account was invited",
    params: byInvitation,
    response: z.null(),
    message: "You joined the team.",
  }),
  declineTeamInvitation: endpoint({
    method: "POST",
    path: "/teams/invitations/:id/decline",
    permission: signedIn,
    summary: "Decline an invitation of the actor's account to a team",
    params: byInvitation,
    response: z.null(),
    message: "Invitation declined.",
  }),
  leaveTeam: endpoint({
    method: "DELETE",
    path: "/teams/:personId",
    permission: signedIn,
    summary: "Leave the team of a creator",
    params: byPerson,
    response: z.null(),
    message: "You left the team.",
  }),
};

export const teamError = defineErrors({
  member_not_found: {
    status: 404,
    message: "This user doesn't belong to the team. Reload to see its current members.",
  },
  invitee_not_found: { status: 422, message: "No user with that name. Choose one from the list." },
  invitee_yourself: { status: 422, message: "This is your own account. Choose another user." },
  invitee_no_editor: {
    status: 422,
    message:
      "Only a user with the role of an editor can join as an editor. Choose another one, or invite a manager.",
  },
  invitee_suspended: { status: 422, message: "This account is suspended. Choose another user." },
  invitee_blocked: { status: 422, message: "You can't invite this user. Choose another one." },
  you_blocked_invitee: {
    status: 422,
    message: "You blocked this user. Choose another one, or unblock them in Settings.",
  },
  already_member: { status: 409, message: "This user already belongs to your team." },
  already_invited: {
    status: 409,
    message: "This user is already invited. Wait for their answer, or revoke the invitation first.",
  },
  team_full: {
    status: 409,
    message: `A team can have up to ${maxTeamMembers} members and invitations. Remove some of them first.`,
  },
  rights_of_managers: { status: 422, message: "Only managers have rights. Invite the user as a manager." },
  approval_of_reviewers: {
    status: 422,
    message:
      "Only the approval of a manager who reviews can be required. Give them the right to review first.",
  },
  default_editor: { status: 422, message: "Only an editor can be the default. Choose an editor." },
  publish_agreement: {
    status: 422,
    message:
      "Agree to publishing by this manager first. If the text has changed, reload the page and read it again.",
  },
});

/** A member was removed from a creator's team, or has left it. */
export const teamMemberRemoved = defineEvent(
  "team.member_removed",
  z.object({ creatorId: z.number(), personId: z.number() }),
);

/** A creator invited a user to their team. */
export const teamInvited = defineEvent(
  "team.invited",
  z.object({
    invitationId: z.string(),
    creatorId: z.number(),
    personId: z.number(),
    /** Actions that the membership allows, as items that follow "You'll be able to". */
    work: z.array(z.string()),
    expiresAt: z.date(),
  }),
);

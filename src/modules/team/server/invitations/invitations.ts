import { tasksPath } from "#core/paths.ts";
import { currentActor, type Context } from "#core/server/context.ts";
import { blockersBetween } from "#modules/people/server/public/blocks.ts";
import { findPerson, lockPerson } from "#modules/people/server/public/credentials.ts";
import { personByName } from "#modules/people/server/public/people.ts";
import type { Invitee } from "#modules/sign-in/contract/invitee.ts";
import { describeInvitation, invite, revokeInvitation } from "#modules/sign-in/server/public/sign-in.ts";
import { teamError, teamInvited } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { maxTeamMembers, memberWork, type ManagerRight, type MemberKind } from "#modules/team/rules/team.ts";

import {
  countTeam,
  findInvitedMember,
  isInTeam,
  insertInvitedMember,
  listPendingBetween,
  type Membership,
  type OpenInvitation,
} from "../members/queries.ts";
import { agreementFor } from "../members/rights.ts";
import { addMember } from "../public/team.ts";

interface InvitedMember {
  rights?: ManagerRight[] | undefined;
  kind: MemberKind;
  publishAgreement?: string | undefined;
  username?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
}

/**
 * Invites a user by name, an email or the recipient of a link to the actor's team. Users answer in the app; none is added against
 * their will. Fails with errors of `teamError` and of invitations.
 */
export async function inviteMember(ctx: Context, invited: InvitedMember): Promise<OpenInvitation> {
  const { kind, username, email, name } = invited;
  const creatorId = currentActor(ctx).id;
  const rights = [...new Set(invited.rights)];
  if (kind === "editor" && rights.length > 0) throw teamError("rights_of_managers");
  const agreement = agreementFor(ctx, { rights, agreed: invited.publishAgreement });
  const invitee: Invitee | { userId: number; name: string } =
    username === undefined ? { email, name } : await inviteeNamed(ctx, { creatorId, username, kind });
  // Locks the creator, so that two requests can't invite the same user.
  const invitation = await invite(ctx, {
    inviterId: creatorId,
    invitee,
    role: kind === "editor" ? "EDITOR" : null,
    purpose: "team",
    work: memberWork(kind, rights),
  });
  const personId = "userId" in invitee ? invitee.userId : null;
  if (personId !== null && (await isInvited(ctx, { creatorId, personId }, invitation.id))) {
    throw atUsername("already_invited");
  }
  const member = await insertInvitedMember(ctx.tx, {
    invitationId: invitation.id,
    kind,
    rights,
    ...agreement,
  });
  if ((await countTeam(ctx.tx, creatorId, ctx.now)) > maxTeamMembers) throw teamError("team_full");
  if (personId !== null) {
    const { id: invitationId, work, expiresAt } = invitation;
    await ctx.emit(teamInvited, { invitationId, creatorId, personId, work, expiresAt });
  }
  ctx.notifyClients(personId === null ? [creatorId] : [creatorId, personId], teamChanged, { creatorId });
  return { invitation, member };
}

async function isInvited(ctx: Context, pair: Membership, exceptId: string): Promise<boolean> {
  const pending = await listPendingBetween(ctx.tx, pair, ctx.now);
  return pending.some(({ id }) => id !== exceptId);
}

/** The user whom a creator may invite. Fails at the field with errors of `teamError`. */
async function inviteeNamed(
  ctx: Context,
  { creatorId, username, kind }: { creatorId: number; username: string; kind: MemberKind },
): Promise<{ userId: number; name: string }> {
  const person = await personByName(ctx, username);
  // Until the transaction ends, neither user can block the other one, and the account can't be deleted.
  const locked = person && (await lockPerson(ctx, person.id));
  if (!locked || locked.deletedAt) throw atUsername("invitee_not_found");
  const { id: personId, name } = person;
  if (personId === creatorId) throw atUsername("invitee_yourself");
  if (kind === "editor" && person.role !== "EDITOR") throw atUsername("invitee_no_editor");
  if (person.suspended) throw atUsername("invitee_suspended");
  const blockers = await blockersBetween(ctx, creatorId, personId);
  if (blockers.includes(creatorId)) throw atUsername("you_blocked_invitee");
  if (blockers.length > 0) throw atUsername("invitee_blocked");
  if (await isInTeam(ctx.tx, { creatorId, personId })) throw atUsername("already_member");
  return { userId: personId, name };
}

function atUsername(code: Parameters<typeof teamError>[0]): Error {
  const { message } = teamError(code);
  return teamError(code, { issues: [{ path: "username", message }] });
}

/**
 * Adds the person to the team who has accepted an invitation to it. An existing membership stays as it is. The invitation leads
 * to their tasks.
 */
export async function joinInvited(ctx: Context, invitationId: string, personId: number): Promise<void> {
  const invited = await findInvitedMember(ctx.tx, invitationId);
  if (!invited) return;
  const { kind, rights, publishAgreement, publishAgreementAt } = invited;
  const membership = { creatorId: invited.creatorId, personId };
  await addMember(ctx, { ...membership, kind, rights, publishAgreement, publishAgreementAt });
  const person = await findPerson(ctx, personId);
  if (!person) return;
  await describeInvitation(ctx, invitationId, { subject: null, landingPath: tasksPath(person.role) });
}

/** Revokes the invitations of one of two users to the team of the other one. */
export async function revokeBetween(ctx: Context, one: number, two: number): Promise<void> {
  for (const [creatorId, personId] of [
    [one, two],
    [two, one],
  ] as const) {
    for (const { id } of await listPendingBetween(ctx.tx, { creatorId, personId }, ctx.now)) {
      await revokeInvitation(ctx, { id, inviterId: creatorId });
    }
  }
}

import type { ReadContext } from "#core/server/context.ts";
import { currentActor } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { readInvitations } from "#modules/sign-in/server/public/sign-in.ts";
import type {
  JoinedTeam,
  ReceivedInvitation,
  Team,
  TeamInvitation,
  TeamMember as PresentedMember,
  Teams,
} from "#modules/team/contract/team.ts";

import type { TeamInvitationRow, TeamMember } from "../tables.ts";
import {
  listEditorNotes,
  listMembers,
  listReceived,
  listSentToTeam,
  listTeams,
  type OpenInvitation,
} from "./queries.ts";

/** The actor's team: members, and the invitations that were not accepted or revoked. */
export async function presentTeam(ctx: ReadContext): Promise<Team> {
  const creatorId = currentActor(ctx).id;
  const members = await listMembers(ctx.tx, creatorId);
  const invitations = await listSentToTeam(ctx.tx, creatorId);
  const cards = await personCards(
    ctx,
    members.map(({ personId }) => personId),
  );
  return {
    members: members.flatMap((member) => presentWith(cards, member) ?? []),
    invitations: await presentInvitations(ctx, invitations),
  };
}

export async function presentMember(ctx: ReadContext, member: TeamMember): Promise<PresentedMember> {
  const presentedMember = presentWith(await personCards(ctx, [member.personId]), member);
  if (!presentedMember) throw new Error("The member was not presented.");
  return presentedMember;
}

function presentWith(cards: ReadonlyMap<number, PersonCard>, member: TeamMember): PresentedMember | null {
  const person = cards.get(member.personId);
  if (!person) return null;
  const { kind, isDefault, note, approvalRequired } = member;
  return {
    person,
    kind,
    rights: member.rights,
    publishAgreementAt: member.publishAgreementAt?.toISOString() ?? null,
    approvalRequired,
    isDefault,
    note,
    memberSince: member.createdAt.toISOString(),
  };
}

export async function presentInvitation(ctx: ReadContext, open: OpenInvitation): Promise<TeamInvitation> {
  const [presentedInvitation] = await presentInvitations(ctx, [open]);
  if (!presentedInvitation) throw new Error("The invitation was not presented.");
  return presentedInvitation;
}

async function presentInvitations(
  ctx: ReadContext,
  invitations: readonly OpenInvitation[],
): Promise<TeamInvitation[]> {
  const general = await readInvitations(
    ctx,
    invitations.map(({ invitation }) => invitation.id),
  );
  const cards = await personCards(
    ctx,
    invitations.flatMap(({ invitation }) => invitation.inviteeId ?? []),
  );
  return invitations.flatMap(({ invitation, member }) => {
    const details = general.get(invitation.id);
    const person = invitation.inviteeId === null ? null : (cards.get(invitation.inviteeId) ?? null);
    return details ? { ...details, kind: member.kind, rights: member.rights, person } : [];
  });
}

/** The teams to which the actor belongs, and pending invitations to others. */
export async function presentTeams(ctx: ReadContext): Promise<Teams> {
  const personId = currentActor(ctx).id;
  const memberships = await listTeams(ctx.tx, personId);
  const open = await listReceived(ctx.tx, personId, ctx.now);
  const creatorIds = [
    ...memberships.map(({ creatorId }) => creatorId),
    ...open.flatMap(({ invitation }) => invitation.inviterId ?? []),
  ];
  const cards = await personCards(ctx, creatorIds);
  const managed = memberships
    .filter(({ kind, creatorId }) => kind === "manager" && !cards.get(creatorId)?.suspended)
    .map(({ creatorId }) => creatorId);
  const notes = await listEditorNotes(ctx.tx, managed);
  const editors = await personCards(
    ctx,
    notes.map((note) => note.personId),
  );
  return {
    teams: memberships.flatMap((member) => {
      const creator = cards.get(member.creatorId);
      const editorNotes = notes
        .filter(({ creatorId }) => creatorId === member.creatorId)
        .flatMap(({ personId: id, note }) => {
          const person = editors.get(id);
          return person ? { person, note } : [];
        });
      return creator ? joined(creator, member, editorNotes) : [];
    }),
    invitations: open.flatMap(({ invitation, member }) => {
      const { id, inviterId, expiresAt } = invitation;
      const creator = inviterId === null ? undefined : cards.get(inviterId);
      return creator ? received(creator, { id, expiresAt, member }) : [];
    }),
  };
}

function joined(creator: PersonCard, member: TeamMember, editorNotes: JoinedTeam["editorNotes"]): JoinedTeam {
  const { kind, createdAt } = member;
  return { creator, kind, rights: member.rights, memberSince: createdAt.toISOString(), editorNotes };
}

function received(
  creator: PersonCard,
  { id, expiresAt, member }: { id: string; expiresAt: Date; member: TeamInvitationRow },
): ReceivedInvitation {
  return { id, creator, kind: member.kind, rights: member.rights, expiresAt: expiresAt.toISOString() };
}

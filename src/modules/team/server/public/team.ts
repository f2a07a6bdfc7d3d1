import type { Context, ReadContext } from "#core/server/context.ts";
import { teamMemberRemoved } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import type { ManagerRight, MemberKind } from "#modules/team/rules/team.ts";

import {
  deleteMember,
  findManager,
  insertMember,
  listApprovers,
  listManaged,
  listMembers,
  listTeams,
  lockMember,
  type ManagedChannel,
  type Membership,
} from "../members/queries.ts";
import type { TeamMember } from "../tables.ts";

/** The rights of a manager of a creator; null for others, and while the creator is suspended. */
export async function managerRightsIn(
  ctx: ReadContext,
  membership: Membership,
): Promise<readonly ManagerRight[] | null> {
  return (await findManager(ctx.tx, membership))?.rights ?? null;
}

/** The channels that a person manages, their rights and the default editor of each; without suspended users. */
export async function managedChannels(ctx: ReadContext, personId: number): Promise<ManagedChannel[]> {
  return listManaged(ctx.tx, personId);
}

/** Ids of the managers without whose approval nothing of a creator is published; without suspended ones. */
export async function listApproverIds(ctx: ReadContext, creatorId: number): Promise<number[]> {
  return (await listApprovers(ctx.tx, [creatorId])).map(({ personId }) => personId);
}

/** The managers without whose approval nothing of these creators is published; without suspended ones. */
export async function listRequiredApprovers(
  ctx: ReadContext,
  creatorIds: readonly number[],
): Promise<Membership[]> {
  return creatorIds.length === 0 ? [] : listApprovers(ctx.tx, creatorIds);
}

/** The members of a creator's team, the first added first. */
export async function membersOfTeam(ctx: ReadContext, creatorId: number): Promise<TeamMember[]> {
  return listMembers(ctx.tx, creatorId);
}

/** The teams to which a person belongs, the first joined first. */
export async function listPersonTeams(ctx: ReadContext, personId: number): Promise<TeamMember[]> {
  return listTeams(ctx.tx, personId);
}

interface AddedMember extends Membership {
  kind: MemberKind;
  rights: readonly ManagerRight[];
  /** The text that the creator agreed to; null without the right to publish. */
  publishAgreement: string | null;
  /** When they agreed; now if it is not given. */
  publishAgreementAt?: Date | null;
}

/** Adds a person to a creator's team. Returns false for one who already belongs to it. */
export async function addMember(ctx: Context, added: AddedMember): Promise<boolean> {
  const { creatorId, personId, kind, rights, publishAgreement, publishAgreementAt } = added;
  const member = await insertMember(ctx.tx, {
    creatorId,
    personId,
    kind,
    rights: [...rights],
    publishAgreement,
    publishAgreementAt: publishAgreement === null ? null : (publishAgreementAt ?? ctx.now),
    createdAt: ctx.now,
  });
  if (member) notifyOfMember(ctx, { creatorId, personId });
  return member !== null;
}

/** Removes a person from a creator's team. Returns false for one who doesn't belong to it. */
export async function removeMember(ctx: Context, { creatorId, personId }: Membership): Promise<boolean> {
  const member = await lockMember(ctx.tx, { creatorId, personId });
  if (!member) return false;
  await deleteMember(ctx.tx, member);
  await ctx.emit(teamMemberRemoved, { creatorId, personId });
  notifyOfMember(ctx, { creatorId, personId });
  return true;
}

/** Lets the pages of a creator and a member load the team again. */
export function notifyOfMember(ctx: Context, { creatorId, personId }: Membership): void {
  ctx.notifyClients([creatorId, personId], teamChanged, { creatorId });
}
